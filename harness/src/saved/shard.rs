//! The codec of a shard file: what one attempt at a shard has played, as text that survives being cut off.
//!
//! Many machines cannot write one SQLite file over a network file system, so each of them writes its own files, which are merged later. A shard file
//! is never changed: a later one with more records takes its place, by renaming. The first line is a [`ShardHeader`] as JSON, every further line a
//! [`SavedTask`] and the columns of its kind, and the last line says how the attempt ended. Every line ends with a checksum, so the intact part of a
//! truncated file is certain. A file of looks is only a header: it records when results of others could be seen.

mod header;
mod line;
mod read;
mod write;

pub use header::ShardHeader;
pub use read::{Ending, ShardFile};
pub use write::{LOOKS, SHARD_SUFFIX, looks_file_name, shard_file_name, this_attempt, write_shard_file};

use crate::store::{Column, Record as _, record};

record! {
    /// The saved fields of a task; the columns of its kind follow.
    pub struct SavedTask {
        /// The key of its cell.
        key: String,
        /// Its number in the cell.
        task: u32,
    }
}

/// All columns of a line.
fn columns(of_kind: &[Column]) -> Vec<Column> {
    SavedTask::COLUMNS.iter().chain(of_kind).copied().collect()
}
