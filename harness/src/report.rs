//! What the kinds share when they report.

mod reference;

pub use reference::{Reference, References};
