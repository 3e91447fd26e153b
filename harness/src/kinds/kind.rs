//! What every kind must do beyond the [`KindRules`] that experiments know of.

use super::{Compared, Elsewhere, Measured, Outcome, Parting, Schedule};
use crate::experiment::{Cell, Experiment, KindRules};
use crate::plan::{Plan, TaskSeed};
use crate::report::{Findings, References};
use crate::store::{Column, Derived, Record, Row, Table};
use treebench_games::params::ParamError;
use treebench_reports::Report;

/// A kind of experiment.
pub trait Kind: KindRules {
    /// The columns of its records, as [`record!`](crate::store::Record) declares them.
    fn columns(&self) -> &'static [Column];

    /// The table that holds its records.
    fn table(&self) -> Table {
        Table { name: self.plays(), columns: self.columns() }
    }

    /// Values that exports compute from records, beside the stored ones.
    fn derived(&self, cells: &[Cell]) -> Vec<Derived> {
        let _ = cells;
        Vec::new()
    }

    /// In words, how a cell's tasks begin if not at the start of the game, for `bench plan`.
    fn beginning(&self, cell: &Cell, tasks: u32) -> Option<String> {
        let _ = (cell, tasks);
        None
    }

    /// A player of this cell's tasks for one worker thread, which keeps agents and buffers from task to task.
    ///
    /// # Errors
    /// If an agent cannot be built for the game.
    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError>;

    /// What decides which tasks of the plan are played; `None` if all are, in its order.
    ///
    /// # Errors
    /// If what the cells came to elsewhere does not say what the schedule must know.
    fn schedule<'p>(&self, plan: &'p Plan, elsewhere: Option<&Elsewhere>) -> Result<Option<Box<dyn Schedule + 'p>>, DamagedCell> {
        let _ = (plan, elsewhere);
        Ok(None)
    }

    /// What goes on from the order of rounds, in words, if anything does. A results file then keeps that order, and of every cell the first
    /// rounds without a gap only.
    fn ordered(&self, experiment: &Experiment) -> Option<&'static str> {
        let _ = experiment;
        None
    }

    /// The wall time in microseconds that a task took, for choosing cheap ones to replay; 0 if its record cannot be read.
    fn micros(&self, row: &Row) -> u64;

    /// The numbers by which two runs are compared, record by record; none if the kind has nothing to compare.
    fn outcomes(&self) -> &'static [Outcome] {
        &[]
    }

    /// What [`Kind::outcomes`] and the time spent are in this record.
    fn compared(&self, cell: &Cell, row: &Row) -> Compared {
        let _ = (cell, row);
        Compared::default()
    }

    /// The unit of work of [`Spent`](super::Spent), and which time it took: `iteration, processor time`.
    fn work(&self) -> (&'static str, &'static str) {
        ("iteration", "processor time")
    }

    /// Where two records of the same task part; `None` if the moves are the same, or if the kind records no moves.
    fn parting(&self, cell: &Cell, first: &Row, second: &Row) -> Option<Parting> {
        let _ = (cell, first, second);
        None
    }

    /// What a record and what it must follow from (the plan, its own moves) contradict, found without playing the task again; `None` if they
    /// agree, or if the kind's records cannot be judged so.
    fn contradiction(&self, cell: &Cell, task: u32, seed: TaskSeed, row: &Row) -> Option<String> {
        let _ = (cell, task, seed, row);
        None
    }

    /// The columns of what a cell comes to, declared as those of records are. A results file has one such row per cell.
    fn cell_columns(&self) -> &'static [Column];

    /// What the rows come to, beside what cells came to earlier in other tasks: [`Summary::cells`] of these, or nothing at all.
    /// Columns that are [details](Column::detail) may be missing. Rows are streamed, so that memory does not grow with their number; a
    /// row that cannot be read counts as a failure.
    ///
    /// # Errors
    /// If an earlier row cannot be that of its cell.
    fn fold_onto<'e>(
        &self,
        experiment: &'e Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<Box<dyn Summary + 'e>, DamagedCell>;

    /// What the rows come to.
    fn fold<'e>(&self, experiment: &'e Experiment, rows: &mut Rows<'_>) -> Box<dyn Summary + 'e> {
        self.fold_onto(experiment, &[], rows).expect("without earlier rows, none is damaged")
    }
}

/// What is stored of a cell cannot be what its tasks came to.
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

    /// The results held against the claims and values of papers.
    fn findings(&self, references: &References) -> Findings {
        let _ = references;
        Findings::default()
    }

    /// What `bench check` compares, one entry per cell; `None` if the kind has nothing to compare.
    fn baseline(&self) -> Option<Vec<Measured>>;

    /// Of every cell, the tasks that were played and those of them that failed; none if the kind does not count them.
    fn played(&self) -> Vec<(u64, u64)> {
        let counts = |cell: &Measured| (cell.played, cell.failures + cell.opponent_failures + cell.void);
        self.baseline().iter().flatten().map(counts).collect()
    }

    /// Of every cell, the seconds that the turns of all its tasks took, in processor time where the kind keeps that; none if it keeps no times.
    fn seconds(&self) -> Vec<f64> {
        Vec::new()
    }

    /// What every cell comes to, as a row with the kind's [`cell_columns`](Kind::cell_columns). [`Kind::fold_onto`] reads it back; what is
    /// lost are single tasks only.
    fn cells(&self) -> Vec<Row>;
}

/// Plays the tasks of one cell, one after another, on one thread.
pub trait TaskPlayer: Send {
    /// Plays one task. Failures of agents are part of what was played and never an error of this function.
    fn play(&mut self, task: u32, seed: TaskSeed) -> Played;
}

/// A task that has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// The record.
    pub row: Row,
    /// The candidate's result on the scale [0, 1], for the progress line, or why there is none.
    pub result: Result<f64, String>,
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
