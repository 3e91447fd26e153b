//! The runtime: memory, compiled functions, and calls to them. All `unsafe` code of the project is here.

pub(crate) mod memory;
pub(crate) mod function;
pub(crate) mod native_program;
pub(crate) mod drawn_moves;
pub(crate) mod playouts;
