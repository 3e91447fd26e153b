//! Shard files: what one attempt at a shard has played, as text that survives being cut off.
//!
//! Many machines cannot write one SQLite file over a network file system, so each of them leaves files of its own, and
//! [`Merger`](super::Merger) gathers them. A shard file is never changed: a later one with more records takes its place, by renaming.
//!
//! | line | what it holds |
//! |---|---|
//! | first | a [`ShardHeader`] as JSON |
//! | every further line | a record: the cell's key, the number of the task, the columns |
//! | last | `end`, the number of records, and `finished` or `checkpoint` |
//!
//! Fields are separated by tabs, and the last field of every line is a checksum of the others. So what a file that was cut off still holds
//! is known for certain.

mod header;
mod line;
mod read;
mod write;

pub use header::ShardHeader;
pub use read::{Ending, ShardFile};
pub use write::{SHARD_SUFFIX, shard_file_name, this_attempt, write_shard_file};
