//! A kind of experiment: the rules by which it is loaded, the tasks that it plays, and what their records come to.

use super::{Design, Measurements, SavedTasks, Schedule, Tasks};
use crate::experiment::{Cell, Experiment, KindRules};
use crate::plan::Plan;
use crate::report::{Doubt, Findings, References, Tests};
use crate::store::{Column, Record, Row, Store, StoreError, Table};
use std::collections::BTreeSet;
use treebench_reports::Report;

/// A kind of experiment. One that is built on another has its tasks, and rules that differ from its rules in what they name.
pub trait Kind: Sync {
    /// The rules by which experiments are loaded.
    fn rules(&self) -> &'static KindRules;

    /// How tasks are played and recorded.
    fn tasks(&self) -> &'static dyn Tasks;

    /// The table that holds the records.
    fn table(&self) -> Table {
        Table { name: self.rules().plays, columns: self.tasks().columns() }
    }

    /// Which tasks of a plan are played.
    fn design(&self, experiment: &Experiment) -> Design {
        let _ = experiment;
        Design::Fixed
    }

    /// What chooses the tasks; `None` under a [fixed](Design::Fixed) design.
    ///
    /// # Errors
    /// If the saved cells do not say what the schedule must know.
    fn schedule<'p>(&self, plan: &'p Plan, elsewhere: Option<&SavedTasks>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let _ = (plan, elsewhere);
        Ok(None)
    }

    /// The columns of a summary's [cells](Summary::cells), declared as those of records are. A results file has one such row per cell.
    fn cell_columns(&self) -> &'static [Column];

    /// Folds rows into a summary, starting from saved cells, or from empty ones. Columns that are [details](Column::detail) may be missing.
    /// Rows are streamed, so that memory does not grow with their number; a row that cannot be read counts as a failure.
    ///
    /// # Errors
    /// If a saved row cannot be that of its cell.
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

/// A kind in the list of [all](super::all), which it enters by `inventory::submit!` beside its `impl Kind`.
pub struct KindEntry(pub &'static dyn Kind);

inventory::collect!(KindEntry);

/// A saved cell that contradicts itself or its experiment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DamagedCell {
    /// The index of the cell.
    pub cell: usize,
    /// The column that does not hold what it should.
    pub column: &'static str,
}

/// Rows as (index of the cell, number of the task, row), sorted by cell and task.
pub type Rows<'r> = dyn Iterator<Item = (usize, u32, Row)> + 'r;

/// What the records of an experiment come to.
pub trait Summary {
    /// The report, with printed values beside those of the cells that they belong to. Provenance is added by the caller, who knows the run.
    fn report(&self, references: &References) -> Report;

    /// The lead of the [report](Self::report), made without the rest: what a list of runs says.
    fn lead(&self, references: &References) -> Vec<String>;

    /// The results held against the claims and values of papers.
    fn findings(&self, references: &References) -> Findings {
        let _ = references;
        Findings::default()
    }

    /// The games grew after they could be seen, or fewer are shown than could be: from now on they are judged by tests that hold at every look, if the kind has
    /// any. Returns by which they are.
    fn judge_at_any_time(&mut self) -> Tests {
        Tests::FixedSize
    }

    /// The number of hypotheses that were stated for these games and removed since: they count among those that are judged together.
    fn count_gone(&mut self, hypotheses: u64) {
        let _ = hypotheses;
    }

    /// What `bench check` compares, one entry per cell; `None` if the kind has nothing to compare.
    fn baseline(&self) -> Option<Vec<Measurements>>;

    /// Of every cell, the tasks that were played and those of them that failed; none if the kind does not count them.
    fn played(&self) -> Vec<(u64, u64)> {
        let counts = |cell: &Measurements| (cell.played, cell.failures + cell.opponent_failures + cell.void);
        self.baseline().iter().flatten().map(counts).collect()
    }

    /// Of every cell, what its numbers suffer from, as far as that is counted; none if the kind counts nothing of it.
    fn doubts(&self) -> Vec<Vec<(Doubt, u64)>> {
        Vec::new()
    }

    /// Of every cell, whether games repeat others; none if the kind has no games to compare.
    fn repeats(&self) -> Vec<bool> {
        let repeats = |keys: &[u64]| {
            let known = || keys.iter().filter(|key| **key != 0);
            known().collect::<BTreeSet<_>>().len() < known().count()
        };
        let measured = self.baseline().unwrap_or_default();
        measured.iter().map(|cell| cell.statistics.first().is_some_and(|first| repeats(&first.keys))).collect()
    }

    /// Of every cell, the seconds that the turns of all its tasks took, in processor time where the kind keeps that; none if it keeps no times.
    fn seconds(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Counts a failed record whose task was played again. It does not change results, but their bounds.
    fn add_attempt(&mut self, cell: usize, row: &Row) {
        let _ = (cell, row);
    }

    /// Adds a task that had no result in the saved cells and was played again; `round` is the place of its round in them.
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

/// The cells that a fold begins with: what `restore` makes of earlier rows, or empty ones.
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
