//! What fuzzing asserts: a function of any bytes for each target.

mod engines;
mod text;

pub use engines::fuzz;
pub use text::read;
