//! A kind of experiment: its rules for loading, its tasks, and the summary of their records.

use super::damaged_cell::DamagedCell;
use super::{Design, Measurements, SavedTasks, Schedule, Tasks};
use crate::experiment::{Cell, Experiment, KindRules, References};
use crate::plan::Plan;
use crate::report::{Caveat, Findings, Tests};
use crate::store::{Column, Record, Row, Store, StoreError, Table};
use std::collections::BTreeSet;
use treebench_reports::Report;

/// A kind of experiment. One built on another has the same tasks, and states only the rules that differ.
pub trait Kind: Sync {
    /// The rules by which experiments are loaded.
    fn rules(&self) -> &'static KindRules;

    /// How tasks are played and recorded.
    fn tasks(&self) -> &'static dyn Tasks;

    /// The table that holds the records.
    fn table(&self) -> Table {
        Table { name: self.rules().plays, columns: self.tasks().columns() }
    }

    /// The choice of tasks of a plan.
    fn design(&self, experiment: &Experiment) -> Design {
        let _ = experiment;
        Design::Fixed
    }

    /// What `bench plan` says of the choice of tasks, beyond its cells.
    fn choice_in_words(&self, experiment: &Experiment) -> Option<String> {
        let _ = experiment;
        None
    }

    /// The schedule that chooses the tasks; `None` under a [fixed](Design::Fixed) design.
    ///
    /// # Errors
    /// If the saved cells lack what the schedule needs.
    fn schedule<'p>(&self, plan: &'p Plan, saved: Option<&SavedTasks>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let _ = (plan, saved);
        Ok(None)
    }

    /// The columns of a summary's [cells](Summary::cells), declared like those of records. A results file has one such row per cell.
    fn cell_columns(&self) -> &'static [Column];

    /// Folds rows into a summary, starting from saved cells, or from empty ones. Columns that are [details](Column::detail) may be missing. Rows are
    /// streamed, so memory does not grow with their number; an unreadable row counts as a failure.
    ///
    /// # Errors
    /// If a saved row does not fit its cell.
    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell>;

    /// Folds rows into a summary.
    fn fold<'e>(&self, experiment: &'e Experiment, rows: &mut Rows<'_>) -> Box<dyn Summary + 'e> {
        self.fold_onto(experiment, &[], rows).expect("without saved rows, none is damaged")
    }
}

/// A registered kind, submitted by `inventory::submit!` beside its `impl Kind`; see [all](super::all).
pub struct KindEntry(pub &'static dyn Kind);

inventory::collect!(KindEntry);

/// Rows as (index of the cell, number of the task, row), sorted by cell and task.
pub type Rows<'r> = dyn Iterator<Item = (usize, u32, Row)> + 'r;

/// The summary of an experiment's records.
pub trait Summary {
    /// The report, with printed values beside those of their cells. The caller, who knows the run, adds provenance.
    fn report(&self, references: &References) -> Report;

    /// The lead of the [report](Self::report), computed without the rest, for lists of runs.
    fn lead(&self, references: &References) -> Vec<String>;

    /// The comparison with the claims and values of papers.
    fn findings(&self, references: &References) -> Findings {
        let _ = references;
        Findings::default()
    }

    /// Declares that the games grew after they could be seen, or that fewer are shown than exist: from now on they are judged by always-valid tests,
    /// if the kind has any. Returns which tests apply.
    fn use_always_valid_tests(&mut self) -> Tests {
        Tests::FixedSize
    }

    /// Sets the number of hypotheses that were stated for these games and removed since; they count in the correction.
    fn set_removed_hypotheses(&mut self, hypotheses: u64) {
        let _ = hypotheses;
    }

    /// The measurements for `bench check`, one entry per cell; `None` if the kind has nothing to compare.
    fn baseline(&self) -> Option<Vec<Measurements>>;

    /// For every cell, the numbers of tasks played and failed; empty if the kind does not count them.
    fn played(&self) -> Vec<(u64, u64)> {
        let counts = |cell: &Measurements| (cell.played, cell.failures + cell.opponent_failures + cell.void);
        self.baseline().iter().flatten().map(counts).collect()
    }

    /// For every cell, the counted caveats of its numbers; empty if the kind counts none.
    fn caveats(&self) -> Vec<Vec<(Caveat, u64)>> {
        Vec::new()
    }

    /// For every cell, whether games repeat others; empty if the kind has no games to compare.
    fn repeats(&self) -> Vec<bool> {
        let repeats = |keys: &[u64]| {
            let known = || keys.iter().filter(|key| **key != 0);
            known().collect::<BTreeSet<_>>().len() < known().count()
        };
        let measured = self.baseline().unwrap_or_default();
        measured.iter().map(|cell| cell.statistics.first().is_some_and(|first| repeats(&first.keys))).collect()
    }

    /// For every cell, the total seconds of its turns, in processor time if the kind keeps it; empty if it keeps no times.
    fn seconds(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Counts a failed record whose task was played again. It changes only the bounds of results.
    fn add_attempt(&mut self, cell: usize, row: &Row) {
        let _ = (cell, row);
    }

    /// Adds a replayed task that had no result in the saved cells; `round` is the index of its round in them.
    fn play_again(&mut self, cell: usize, round: usize, row: &Row) {
        let _ = (cell, round, row);
    }

    /// Every cell as a row with the kind's [`cell_columns`](Kind::cell_columns). [`Kind::fold_onto`] reads it back; only single tasks are
    /// lost.
    fn cells(&self) -> Vec<Row>;
}

/// The summary of these rows of a run directory, with the failed records whose tasks were played again.
///
/// # Errors
/// If the directory cannot be read.
pub fn summary<'e>(plan: &'e Plan, store: &Store, rows: &mut Rows<'_>) -> Result<Box<dyn Summary + 'e>, StoreError> {
    let mut summary = super::of(&plan.experiment).fold(&plan.experiment, rows);
    store.attempts().all(plan)?.iter().for_each(|attempt| summary.add_attempt(attempt.task.cell as usize, &attempt.row));
    Ok(summary)
}

/// The initial cells of a fold: earlier rows read by `restore`, or empty ones.
pub(super) fn restored<R: Record, C>(
    experiment: &Experiment,
    earlier: &[Option<Row>],
    empty: impl Fn(&Cell) -> C,
    restore: impl Fn(&R, &Cell) -> Result<C, &'static str>,
) -> Result<Vec<C>, DamagedCell> {
    let cells = experiment.cells.iter().enumerate().map(|(index, cell)| {
        let Some(Some(row)) = earlier.get(index) else { return Ok(empty(cell)) };
        let record = R::from_row(row).map_err(|damaged| damaged.column);
        record.and_then(|record| restore(&record, cell)).map_err(|column| DamagedCell { cell: index, column })
    });
    cells.collect()
}
