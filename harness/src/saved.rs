//! The saved form of a cell or a task in portable files. `harness/docs/FORMATS.md` describes the files.
//!
//! A run directory keeps rows in SQLite ([`store`](crate::store)). Every other file is an encoding of the same two records, with the same version
//! number:
//!
//! | to learn | read |
//! |---|---|
//! | the version, and the refusal of other versions | `format` |
//! | the saved fields of a cell of any kind | [`SavedCell`] |
//! | fields as text and as TOML | `fields` |
//! | values in compact form | `spaced`, `packed`, `tallies`, `series` |
//! | the reference for a replay of some tasks | [`Block`] |
//! | a results file: CSV, a row per cell | [`results`] |
//! | a baseline of `bench check`: TOML, a table per cell | [`Baseline`] |
//! | a shard file: text, a line per task | [`shard`] |

mod format;
mod fields;
mod spaced_list;
mod packed_column;
mod tallies;
mod series;
mod cell;
mod blocks;
pub mod results;
mod baseline;
pub mod shard;

pub use baseline::{Baseline, BaselineCell, BaselineMeasured, BaselineMoments, BaselineStatistic};
pub use blocks::Block;
pub use cell::{FailedTask, Sample, SavedCell, Share, column_tables};
pub use format::FORMAT;
pub use packed_column::{GradedScore, Histogram, Pack, PackedColumn};
pub use series::{Series, SeriesText};
pub use spaced_list::SpacedList;
pub use tallies::{Order, SavedTally};

#[cfg(test)]
mod codec_tests;
