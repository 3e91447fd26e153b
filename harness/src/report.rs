//! What kinds share when they report: printed values, words for cells, sections and warnings.

mod reference;
mod shared;

pub(crate) use reference::line_of;
pub use reference::{Reference, References};
pub use shared::{excluded, missing, name_config, plural, run_command, unused, words};
