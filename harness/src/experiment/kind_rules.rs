//! What the grid and the plan must know of a kind of experiment. How tasks are played, recorded and reported is added by
//! [`kinds::Kind`](crate::kinds::Kind), above.

use super::{Cell, CellKey, EntryError, Measure};
use crate::stats::StopRule;
use treebench_games::params::{ParamError, ParamSpec};

/// The rules by which a kind turns the grid into cells and cells into seeded tasks.
pub trait KindRules: Sync {
    /// Its name in `kind = "…"`.
    fn name(&self) -> &'static str;

    /// What it measures, in one line.
    fn doc(&self) -> &'static str;

    /// The name of the kind whose cells and tasks these are: cells of both have the same keys, and their records lie in the same table of a
    /// store. The table with the settings is named after it.
    fn plays(&self) -> &'static str {
        self.name()
    }

    /// By what `[tune]` judges an agent, the default first; none if the kind does not tune. By [`Measure::Score`], it plays games against
    /// opponents, who are named in `[tune]` and not in `[compare]`; by others it is alone.
    fn tunes(&self) -> &'static [Measure] {
        &[]
    }

    /// Settings that no file gives, with their values: the kind makes cells with each of them.
    fn own_settings(&self) -> &'static [(&'static str, &'static [&'static str])] {
        &[]
    }

    /// What its tasks are, in the plural.
    fn tasks(&self) -> &'static str {
        "tasks"
    }

    /// Whether `[tournament]` says who meets whom, and not `[compare]`.
    fn has_players(&self) -> bool {
        false
    }

    /// Its settings: the keys of the table named after [`plays`](KindRules::plays). Every cell has one value of each ([`Cell::settings`]); a list in the
    /// file is an axis of the grid.
    fn settings(&self) -> Vec<ParamSpec>;

    /// The settings by which the keys of its cells are made: its own, and of a kind that lets another play, that one's.
    fn keyed_settings(&self) -> Vec<ParamSpec> {
        self.settings()
    }

    /// The settings that name a file with an entry a line; see [`EntryFile`](super::EntryFile). Keys of cells have the entries in place of
    /// the path.
    fn files(&self) -> &'static [&'static str] {
        &[]
    }

    /// The settings that say what is stored of a task and change nothing else. They are no part of keys.
    fn keeping(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether an entry of such a file makes sense for a cell.
    ///
    /// # Errors
    /// What is wrong with which part of the entry, and what is expected.
    fn check_entry(&self, setting: &str, cell: &Cell, entry: &str) -> Result<(), EntryError> {
        let _ = (setting, cell, entry);
        Ok(())
    }

    /// Whether the settings of a cell suit its game. A cell that they do not suit is left out, with the reason; a value of a
    /// setting that suits no game is an error.
    ///
    /// # Errors
    /// The reason, with the setting.
    fn suits(&self, cell: &Cell) -> Result<(), ParamError> {
        let _ = cell;
        Ok(())
    }

    /// Whether a cell makes sense for this kind: number of players, chance, budgets, tasks per cell.
    ///
    /// # Errors
    /// What is wrong, as a whole sentence.
    fn accepts(&self, cell: &Cell, tasks_per_cell: u32) -> Result<(), ParamError>;

    /// What a `[[hypothesis]]` can be about, the default first; none if it can be about nothing. A [`Measure::Score`] can be compared with an
    /// even result, the others only with those of other cells.
    fn measures(&self) -> &'static [Measure] {
        &[]
    }

    /// Whether cells can be stopped by `[stop]`.
    fn stops(&self) -> bool {
        false
    }

    /// Whether the rule of `[stop]` makes sense for a cell.
    ///
    /// # Errors
    /// What is wrong with which of its keys.
    fn accepts_stop(&self, cell: &Cell, rule: &StopRule) -> Result<(), ParamError> {
        let _ = (cell, rule);
        Ok(())
    }

    /// Whether a clock decides when tasks of this cell end, so that workers must not share cores.
    fn is_timed(&self, cell: &Cell) -> bool {
        cell.participants.iter().any(|participant| !participant.budget.is_counted())
    }

    /// The number from which the seed of a task is derived. Tasks with the same number share their randomness: a pair of games with
    /// seats swapped.
    fn seed_index(&self, cell: &Cell, task: u32) -> u32 {
        let _ = cell;
        task
    }

    /// The key from which the seeds of a cell's tasks are derived, by default that of the cell. Cells with the same one share their
    /// randomness, task by task. `seed` is the experiment's.
    fn seed_key(&self, cell: &Cell, seed: u64) -> CellKey {
        let _ = seed;
        cell.key
    }
}
