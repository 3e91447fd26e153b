//! Writes a report as files.
pub mod model;

pub use model::{Report, Section, Verdict};
