//! What an experiment can be. A kind is one file: it says what settings it has, how a task is played, what is recorded, and
//! how records become a report. To add one: write the file, add its `mod` line and its row in [`KINDS`].

mod kind;
pub(crate) mod lists;
mod panics;
pub mod r#match;
pub mod playout;
pub mod search;

pub use kind::{Column, ColumnType, Field, Kind, Row, TaskPlayer};
pub(crate) use panics::catch;

use crate::experiment::{Experiment, KindRules};

/// All kinds.
pub const KINDS: &[&dyn Kind] = &[&r#match::Match, &playout::Playouts, &search::Search];

/// What an experiment must know of each kind, for loading files.
pub fn rules() -> Vec<&'static dyn KindRules> {
    KINDS.iter().map(|&kind| kind as &dyn KindRules).collect()
}

/// The kind with this name.
pub fn find(name: &str) -> Option<&'static dyn Kind> {
    KINDS.iter().copied().find(|kind| kind.name() == name)
}

/// The kind of an experiment.
///
/// # Panics
/// If the experiment was loaded with rules of a kind that is not in [`KINDS`].
pub fn of(experiment: &Experiment) -> &'static dyn Kind {
    find(experiment.kind.name()).expect("experiments are loaded with the rules of KINDS")
}
