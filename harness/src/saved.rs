//! One saved form: what is kept of a cell, or of a task, in files that travel. `harness/docs/FORMATS.md` describes the files.
//!
//! A run directory keeps rows in SQLite ([`store`](crate::store)). Every other file is a codec of the same two records, and all have the same
//! version number:
//!
//! | to learn | read |
//! |---|---|
//! | the version, and how another one is refused | `format` |
//! | what is saved of a cell, whatever its kind | [`SavedCell`] |
//! | fields as text and as TOML | `fields` |
//! | values that a column holds in compact form | `spaced`, `packed`, `tallies`, `series` |
//! | what a replay of some tasks is compared with | [`Block`] |
//! | a results file: CSV, a row per cell | [`results`] |
//! | a baseline of `bench check`: TOML, a table per cell | [`Baseline`] |
//! | a shard file: text, a line per task | [`shard`] |

mod format;
mod fields;
mod spaced;
mod packed;
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
pub use packed::{GradedScore, Histogram, Pack, PackedColumn};
pub use series::{Series, SeriesText};
pub use spaced::SpacedList;
pub use tallies::{Order, SavedTally};

#[cfg(test)]
mod mutants;
