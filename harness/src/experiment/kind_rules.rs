//! What the grid and the plan know of a kind of experiment. How its tasks are played, recorded and reported is added by
//! [`kinds::Kind`](crate::kinds::Kind), above.

use super::{Cell, EntryError, Measure, OwnTables, Participant, Seeding};
use treebench_games::params::{ParamError, ParamSpec, Values};

/// The rules by which a kind turns the grid into cells, and cells into seeded tasks.
///
/// A kind that is built on another has its rules but for what differs: `KindRules { name: "tournament", …, ..MATCH }`. Cells of both have the
/// same keys, and their records lie in the same table of a store.
#[derive(Clone, Copy)]
pub struct KindRules {
    /// The name in `kind = "…"`.
    pub name: &'static str,
    /// What it measures, in one line.
    pub doc: &'static str,
    /// The name of the kind that plays the tasks, which is also that of the table with the settings.
    pub plays: &'static str,
    /// What its tasks are, in the plural.
    pub tasks: &'static str,
    /// The settings of a cell ([`Cell::settings`]). Those that the kind does not [vary](Self::varies) are keys of the table named after
    /// [`plays`](Self::plays); a list in the file is an axis of the grid.
    pub all_settings: fn() -> Vec<ParamSpec>,
    /// Settings that no file gives, with their values: every combination becomes a cell with each of them.
    pub varies: &'static [(&'static str, &'static [&'static str])],
    /// Settings that name a file with an entry a line; see [`EntryFile`](super::EntryFile). Keys of cells hold the entries in place of the
    /// path.
    pub files: &'static [&'static str],
    /// Settings that say what is stored of a task and change nothing else. They are no part of keys.
    pub keeping: &'static [&'static str],
    /// What a `[[hypothesis]]` can be about, the default first; none if it can be about nothing. A [`Measure::Score`] can be compared with an
    /// even result, the others only with those of other cells.
    pub measures: &'static [Measure],
    /// The tables of a file that only this kind has.
    pub own: OwnTables,
    /// Whether cells are judged one by one, so that the games of one may end before those of others.
    pub stops: bool,
    /// The settings of a cell that follow from who plays in it, with their values, where they differ from those given.
    pub settled: fn(&Values, &[Participant]) -> Option<Values>,
    /// Whether an entry of the file that a setting names makes sense for a cell: what is wrong with which part, and what is expected.
    pub check_entry: fn(&Cell, &str, &str) -> Result<(), EntryError>,
    /// Whether the settings of a cell suit its game: the reason, with the setting. A cell that they do not suit is left out; a value of a
    /// setting that suits no game is an error.
    pub suits: fn(&Cell) -> Result<(), ParamError>,
    /// Whether a cell with this many tasks makes sense (number of players, chance, budgets): what is wrong, as a whole sentence.
    pub accepts: fn(&Cell, u32) -> Result<(), ParamError>,
    /// The seeds of a cell's tasks under the experiment's seed.
    pub seeding: fn(&Cell, u64) -> Seeding,
    /// Whether a clock decides when tasks of a cell end, so that workers must not share cores.
    pub is_timed: fn(&Cell) -> bool,
}

impl KindRules {
    /// The rules of a kind with these settings: whatever its cells accept, every task has a seed of its own, and only budgets of time are timed.
    pub const fn new(
        name: &'static str,
        doc: &'static str,
        all_settings: fn() -> Vec<ParamSpec>,
        accepts: fn(&Cell, u32) -> Result<(), ParamError>,
    ) -> KindRules {
        KindRules {
            name,
            doc,
            plays: name,
            tasks: "tasks",
            all_settings,
            varies: &[],
            files: &[],
            keeping: &[],
            measures: &[],
            own: OwnTables::NONE,
            stops: false,
            settled: |_, _| None,
            check_entry: |_, _, _| Ok(()),
            suits: |_| Ok(()),
            accepts,
            seeding: |cell, _| Seeding::of(cell.key),
            is_timed: |cell| cell.participants.iter().any(|participant| !participant.budget.is_counted()),
        }
    }

    /// The settings that a file may give.
    pub fn settings(&self) -> Vec<ParamSpec> {
        (self.all_settings)().into_iter().filter(|spec| self.varies.iter().all(|(name, _)| *name != spec.name)).collect()
    }

    /// The cell with the seeds and the clock of its tasks, under the experiment's seed.
    pub fn seeded(&self, cell: Cell, seed: u64) -> Cell {
        Cell { seeding: (self.seeding)(&cell, seed), is_timed: (self.is_timed)(&cell), ..cell }
    }
}
