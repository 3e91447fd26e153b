//! The rules of a kind for the grid and the plan. [`kinds::Kind`](crate::kinds::Kind) adds how its tasks are played, recorded and reported.

use super::{Cell, CellSettings, EntryError, KindTables, Measure, Participant, Seeding};
use treebench_games::params::{ParamError, ParamSpec, Values};

/// The rules by which a kind turns the grid into cells, and cells into seeded tasks.
///
/// A kind built on another one has its rules except for the differences: `KindRules { name: "tournament", …, ..MATCH }`. Cells of both have the same
/// keys, and their records are in the same table of a store.
#[derive(Clone, Copy)]
pub struct KindRules {
    /// The name in `kind = "…"`.
    pub name: &'static str,
    /// Its purpose, in one line.
    pub doc: &'static str,
    /// The name of the kind that plays the tasks, and of the table with the settings.
    pub plays: &'static str,
    /// The plural noun for its tasks.
    pub tasks: &'static str,
    /// The settings of a cell ([`Cell::settings`]). Those that the kind does not [vary](Self::varies) are keys of the table named after
    /// [`plays`](Self::plays); a list in the file is an axis of the grid.
    pub all_settings: fn() -> Vec<ParamSpec>,
    /// Implicit settings with their values: every combination becomes a cell with each of them.
    pub varies: &'static [(&'static str, &'static [&'static str])],
    /// Settings that name a file with one entry per line; see [`EntryFile`](super::EntryFile). Keys of cells contain the entries instead of the path.
    pub files: &'static [&'static str],
    /// Settings that only change what is stored about a task. They are not part of keys.
    pub keeping: &'static [&'static str],
    /// The quantities that a `[[hypothesis]]` can be about, the default first; empty if none. A [`Measure::Score`] can be compared with an even
    /// result, the others only with other cells.
    pub measures: &'static [Measure],
    /// The tables that only this kind has.
    pub own: KindTables,
    /// Whether cells are judged one by one, so that one may stop before others.
    pub stops: bool,
    /// The settings of a cell that follow from its participants, where they differ from those given.
    pub settled: fn(&CellSettings, &[Participant]) -> Option<Values>,
    /// Checks an entry of a file named by a setting for a cell. The error says which part is wrong and what is expected.
    pub check_entry: fn(&Cell, &str, &str) -> Result<(), EntryError>,
    /// Checks that the settings of a cell suit its game; the error names the setting and the reason. Unsuited cells are left out; a value that suits
    /// no game is an error.
    pub supports: fn(&Cell) -> Result<(), ParamError>,
    /// Checks a cell with this many tasks (number of players, chance, budgets); the error is a whole sentence.
    pub accepts: fn(&Cell, u32) -> Result<(), ParamError>,
    /// The seeds of a cell's tasks under the experiment's seed.
    pub seeding: fn(&Cell, u64) -> Seeding,
    /// Whether tasks of a cell end by a clock, so that workers must not share cores.
    pub is_timed: fn(&Cell) -> bool,
}

impl KindRules {
    /// Default rules of a kind with these settings: all cells are accepted, every task has its own seed, and only budgets of time are timed.
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
            own: KindTables::NONE,
            stops: false,
            settled: |_, _| None,
            check_entry: |_, _, _| Ok(()),
            supports: |_| Ok(()),
            accepts,
            seeding: |cell, _| Seeding::of(cell.key),
            is_timed: Cell::has_timed_budgets,
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
