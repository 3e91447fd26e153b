//! Searches of positions as the evaluations of a tuning: every search is a round.

use super::trial::{Evaluation, TrialResult, Unit};
use super::tuning::Tuning;
use crate::experiment::{Cell, Experiment, Measure};
use crate::kinds::search::{Search, is_only_position};
use crate::kinds::{DamagedCell, Rows, SavedTasks, Tasks};
use crate::store::{Column, Record as _, Row, record};
use treebench_stats::Rounds;

/// Searches of positions.
pub(super) struct Searches;

record! {
    /// The row of a cell of searches in a results file.
    struct TrialRecord {
        /// Searches that do not count.
        failures: u64,
        /// What every search came to, in order, from the first on without a gap.
        scores: Vec<f64>,
    }
}

impl TrialRecord {
    /// The earlier searches of a cell; none if there is no row.
    fn of(earlier: &[Option<Row>], cell: usize) -> Result<TrialRecord, DamagedCell> {
        let Some(row) = earlier.get(cell).and_then(Option::as_ref) else { return Ok(TrialRecord::default()) };
        let damaged = |column| DamagedCell { cell, column };
        let record = TrialRecord::from_row(row).map_err(|fault| damaged(fault.column))?;
        if record.failures > record.scores.len() as u64 {
            return Err(damaged("failures"));
        }
        let sound = record.scores.iter().all(|score| (0.0..=1.0).contains(score));
        if sound { Ok(record) } else { Err(damaged("scores")) }
    }
}

impl Evaluation for Searches {
    fn tasks(&self) -> &'static dyn Tasks {
        &Search
    }

    fn unit(&self) -> Unit {
        Unit { one: "search", many: "searches", failures: "searches without an optimal move" }
    }

    fn round(&self, _cell: &Cell) -> u32 {
        1
    }

    fn score(&self, measure: Measure, cell: &Cell, row: &Row) -> f64 {
        found(measure, cell, row).unwrap_or(0.0)
    }

    fn saved_scores(&self, _cell: &Cell, index: usize, saved: &SavedTasks) -> Result<Vec<f64>, DamagedCell> {
        let scores = TrialRecord::of(&saved.cells, index)?.scores;
        let done = &saved.done.cells[index];
        let whole = scores.len() as u64 == u64::from(done.count()) && (0..done.count()).all(|task| done.contains(task));
        if whole { Ok(scores) } else { Err(DamagedCell { cell: index, column: "scores" }) }
    }

    fn cell_columns(&self) -> &'static [Column] {
        TrialRecord::COLUMNS
    }

    fn fold(
        &self,
        experiment: &Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<(Vec<TrialResult>, Vec<Row>), DamagedCell> {
        let measure = experiment.own::<Tuning>().map_or(Measure::Optimal, |tuning| tuning.measure);
        let records: Result<Vec<TrialRecord>, DamagedCell> =
            (0..experiment.cells.len()).map(|cell| TrialRecord::of(earlier, cell)).collect();
        let mut records = records?;
        for (cell, _, row) in rows {
            let found = found(measure, &experiment.cells[cell], &row);
            records[cell].failures += u64::from(found.is_none());
            records[cell].scores.push(found.unwrap_or(0.0));
        }
        let tried = |(record, cell): (&TrialRecord, &Cell)| {
            let mut rounds = Rounds::new(1);
            // Searches of the only position of a game that all come to the same may be one that was repeated.
            let is_one = record.scores.windows(2).all(|pair| pair[0] == pair[1]) && is_only_position(cell);
            // Positions and random numbers of any two others differ.
            record.scores.iter().for_each(|&score| rounds.push(u64::from(is_one), 1, &[score]));
            TrialResult { rounds, played: record.scores.len() as u64, failures: vec![record.failures], ..TrialResult::default() }
        };
        let tried = records.iter().zip(&experiment.cells).map(tried).collect();
        Ok((tried, records.into_iter().map(TrialRecord::into_row).collect()))
    }
}

/// The result of a search; `None` if it does not count.
fn found(measure: Measure, cell: &Cell, row: &Row) -> Option<f64> {
    let place = Search.terms().outcomes.iter().position(|outcome| outcome.name == measure.name())?;
    Search.compared(cell, row).values.get(place).copied().flatten()
}
