//! Who may use whom inside a crate.

mod circles;
mod imports;
mod order;
