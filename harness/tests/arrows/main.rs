//! Which modules of a crate may use which, and how large a type may be.

mod circles;
mod imports;
mod methods;
mod order;
