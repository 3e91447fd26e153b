//! What fuzzing asserts: a function of any bytes for each target.

mod text;

pub use text::read;
