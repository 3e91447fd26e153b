//! Who may use whom inside a crate, and how large a type may be.

mod circles;
mod imports;
mod methods;
mod order;
