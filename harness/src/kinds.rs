//! What an experiment can be. A kind is one file: it says what settings it has, how a task is played, what is recorded, and
//! how records become a report. To add one: write the file, add its `mod` line and its row in [`KINDS`].

mod kind;
pub(crate) mod lists;
mod panics;
pub mod r#match;
pub mod playout;
pub mod search;

pub use kind::{Column, ColumnType, Field, Kind, Row, TaskPlayer, TaskSeed};
pub(crate) use panics::catch;

/// All kinds.
pub const KINDS: &[&dyn Kind] = &[&r#match::Match, &playout::Playouts, &search::Search];
