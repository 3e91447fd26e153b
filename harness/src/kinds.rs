//! The kinds of experiments. A kind is a folder: its settings, how a task is played and recorded, and how records become a summary and a report. To
//! add one, write the folder and its `mod` line; `inventory::submit!` registers the kind.
//!
//! | to learn | read |
//! |---|---|
//! | a kind | [`Kind`]; its rules for the grid, [`KindRules`]; the tasks that it plays, [`Tasks`] |
//! | the choice of tasks | [`Design`], [`Schedule`] |
//! | the summary of their records | [`Summary`] |
//! | the terms of a comparison of runs | [`Terms`] |

mod compared_record;
mod growth;
mod damaged_cell;
mod kind;
mod measurements;
mod schedule;
mod shared_rounds;
mod solver;
mod tasks;
mod panics;
mod plan_file;
pub mod r#match;
pub mod playout;
pub mod search;
pub mod tournament;
pub mod tune;

pub use compared_record::{ComparedRecord, Divergence, Outcome, Spending, Terms};
pub use damaged_cell::DamagedCell;
pub(crate) use growth::{cell_provenance, count_planned, growth, growth_of_part, provenance_of};
pub use kind::{Kind, KindEntry, Rows, Summary, summary};
pub use measurements::{Direction, Measurements, Statistic};
pub use panics::{CaughtPanic, catch};
pub use plan_file::{PLAN, PLAN_FORMAT, plan_json, write_plan};
pub(crate) use schedule::look_has_price;
pub use schedule::{Design, Next, RemainingTasks, SavedTasks, Schedule, check as check_saved, counted, most_tasks, schedule};
pub use shared_rounds::SharedRounds;
pub use tasks::{NaturalEnd, PlayedTask, TaskPlayer, Tasks};

use crate::config::{ConfigErrors, KindTable};
use crate::experiment::{self, Experiment, KindRules, LoadOptions, LoadedExperiment, Sections};
use std::path::Path;
use std::sync::LazyLock;

/// All kinds, in the order of their names.
pub fn all() -> &'static [&'static dyn Kind] {
    static ALL: LazyLock<Vec<&dyn Kind>> = LazyLock::new(|| {
        let mut kinds: Vec<&dyn Kind> = inventory::iter::<KindEntry>.into_iter().map(|entry| entry.0).collect();
        kinds.sort_by_key(|kind| kind.rules().name);
        kinds
    });
    &ALL
}

/// The rules of all kinds, for loading files.
pub fn rules() -> Vec<&'static KindRules> {
    all().iter().map(|kind| kind.rules()).collect()
}

/// The tables with the settings of all kinds, for the JSON Schema and the key reference.
pub fn tables() -> Vec<KindTable> {
    experiment::kind_tables(&rules())
}

/// Reads the sections of an experiment of any kind; see [`experiment::read`].
///
/// # Errors
/// If a source cannot be read or is not TOML.
pub fn read(path: &Path, options: &LoadOptions) -> Result<Sections, ConfigErrors> {
    experiment::read(path, &rules(), options)
}

/// Reads an experiment of any kind without probes; see [`experiment::load`].
///
/// # Errors
/// All errors that can be found in the file, each with its place.
pub fn load(path: &Path, options: &LoadOptions) -> Result<LoadedExperiment, ConfigErrors> {
    experiment::load(path, &rules(), options)
}

/// The kind with this name.
pub fn find(name: &str) -> Option<&'static dyn Kind> {
    all().iter().copied().find(|kind| kind.rules().name == name)
}

/// The kind of an experiment.
///
/// # Panics
/// If the experiment was loaded with rules of a kind that is not among [`all`].
pub fn of(experiment: &Experiment) -> &'static dyn Kind {
    find(experiment.kind.name).expect("experiments are loaded with the rules of all kinds")
}
