//! The evaluations of a tuning: rounds of games against opponents, or searches of positions.

use crate::experiment::{Cell, Experiment, Measure};
use crate::kinds::{DamagedCell, Rows, SavedTasks, Tasks};
use crate::store::{Column, Row};
use treebench_stats::Rounds;

/// How points are evaluated.
pub(super) trait Evaluation: Sync {
    /// Plays and records the tasks.
    fn tasks(&self) -> &'static dyn Tasks;

    /// The noun for a task: `game`; the plural adds s or es.
    fn unit(&self) -> Unit;

    /// The tasks of a round in a cell.
    fn round(&self, cell: &Cell) -> u32;

    /// The score of a task on the scale [0, 1]; failures count as 0, whoever failed.
    fn score(&self, measure: Measure, cell: &Cell, row: &Row) -> f64;

    /// The scores of the saved rounds of a cell, summed over the tasks of each, in order.
    ///
    /// # Errors
    /// If they do not begin with the first, have a gap, or their order is unknown.
    fn saved_scores(&self, cell: &Cell, index: usize, saved: &SavedTasks) -> Result<Vec<f64>, DamagedCell>;

    /// The columns of what a results file keeps of a cell.
    fn cell_columns(&self) -> &'static [Column];

    /// Folds rows into a summary like [`Kind::fold_onto`](crate::kinds::Kind::fold_onto), with the row of every cell in a results file.
    ///
    /// # Errors
    /// If an earlier row cannot be that of its cell.
    fn fold(
        &self,
        experiment: &Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<(Vec<TrialResult>, Vec<Row>), DamagedCell>;
}

/// The noun for a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Unit {
    pub(super) one: &'static str,
    pub(super) many: &'static str,
    /// The plural noun that failures count as: `losses`.
    pub(super) failures: &'static str,
}

impl Unit {
    /// `1 game`, `2 games`.
    pub(super) fn count(self, count: u64) -> String {
        format!("{count} {}", if count == 1 { self.one } else { self.many })
    }
}

/// The trials of a cell.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct TrialResult {
    /// The rounds, in order.
    pub(super) rounds: Rounds,
    /// Tasks played.
    pub(super) played: u64,
    /// Those that failed, by participant.
    pub(super) failures: Vec<u64>,
    /// Tasks without a result and without a culprit.
    pub(super) void: u64,
    /// Those that were cut off.
    pub(super) cut: u64,
}
