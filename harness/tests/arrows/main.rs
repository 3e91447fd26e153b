//! Which modules of a crate may use which, and how large a type or a function may be.

mod circles;
mod functions;
mod imports;
mod methods;
mod order;
mod paths;
