//! Writes a report as files.
pub mod model;
