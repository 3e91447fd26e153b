//! What an experiment can be. A kind is a folder: its settings, how a task is played, what is recorded, and how records become a
//! summary and a report. To add one, write the folder, add its `mod` line and its name in the list of all kinds.

mod compared;
mod derived;
mod kind;
mod measured;
mod schedule;
mod panics;
mod plan_file;
pub mod r#match;
pub mod playout;
pub mod search;
pub mod tournament;
pub mod tune;

pub use compared::{Compared, Outcome, Parting, Spent};
pub use kind::{DamagedCell, Kind, Played, Rows, Summary, TaskPlayer};
pub use measured::{Better, Measured, Statistic};
pub(crate) use panics::catch;
pub use plan_file::{PLAN, PLAN_FORMAT, plan_json, write_plan};
pub use schedule::{Elsewhere, Left, Next, Schedule, check as check_elsewhere, chooses, counted, most_tasks, schedule};

use crate::config::{ConfigErrors, KindTable};
use crate::experiment::{self, Experiment, KindRules, LoadOptions, Loaded};
use std::path::Path;

/// All kinds.
pub const KINDS: &[&dyn Kind] =
    &[&r#match::Match, &playout::Playouts, &search::Search, &tournament::Tournaments, &tune::TUNE, &tune::TUNE_SEARCH];

/// What an experiment must know of each kind, for loading files.
pub fn rules() -> Vec<&'static dyn KindRules> {
    KINDS.iter().map(|&kind| kind as &dyn KindRules).collect()
}

/// The tables with the settings of all kinds, for the JSON Schema and the key reference.
pub fn tables() -> Vec<KindTable> {
    experiment::kind_tables(&rules())
}

/// Reads an experiment of any kind; see [`experiment::load`].
///
/// # Errors
/// All errors that can be found in the file, each with its place.
pub fn load(path: &Path, options: &LoadOptions) -> Result<Loaded, ConfigErrors> {
    experiment::load(path, &rules(), options)
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
