//! The results of tunings: those of their games or searches, and the course of the search.

use super::arena_search::{ArenaSearch, tunings};
use super::measures::evaluation;
use super::schedule::round_score;
use super::trial::TrialResult;
use super::tuning::Tuning;
use crate::experiment::{Experiment, Measure};
use crate::kinds::{DamagedCell, Rows};
use crate::store::Row;
use std::collections::BTreeMap;

/// The results of all tunings of an experiment.
pub struct TuneSummary<'e> {
    pub(super) experiment: &'e Experiment,
    /// The results of the cells.
    pub(super) cells: Vec<TrialResult>,
    /// Their rows in a results file.
    pub(super) kept: Vec<Row>,
    /// The state of the searches.
    pub(super) tunings: Vec<ArenaSearch>,
}

impl<'e> TuneSummary<'e> {
    /// Reads the results, and replays the searches by them.
    ///
    /// # Errors
    /// If an earlier row cannot be that of its cell.
    pub(super) fn onto(experiment: &'e Experiment, earlier: &[Option<Row>], rows: &mut Rows<'_>) -> Result<TuneSummary<'e>, DamagedCell> {
        let evaluation = evaluation(experiment.own::<Tuning>().map_or(Measure::Score, |tuning| tuning.measure));
        let sizes: Vec<u32> = experiment.cells.iter().map(|cell| evaluation.round(cell)).collect();
        let (cells, kept) = evaluation.fold(experiment, earlier, &mut whole_rounds(&sizes, earlier, rows))?;
        let scores =
            cells.iter().zip(&sizes).map(|(tried, &size)| tried.rounds.candidate().map(|(_, sum)| round_score(sum, size)).collect());
        let scores: Vec<Vec<f64>> = scores.collect();
        let mut all = experiment.own::<Tuning>().map_or(Vec::new(), |tuning| tunings(experiment, tuning));
        all.iter_mut().for_each(|tuned| tuned.advance(&|cell, round| scores[cell].get(round).copied()));
        Ok(TuneSummary { experiment, cells, kept, tunings: all })
    }
}

/// The rows of whole rounds, from the first on without a gap; `sizes` are the tasks of a round in every cell. While a run goes on, later tasks may be finished before earlier ones; the search
/// has not seen them yet.
fn whole_rounds<'r>(sizes: &'r [u32], earlier: &'r [Option<Row>], rows: &'r mut Rows<'_>) -> impl Iterator<Item = (usize, u32, Row)> + 'r {
    let mut next: BTreeMap<usize, u32> = BTreeMap::new();
    let mut round: Vec<(usize, u32, Row)> = Vec::new();
    rows.flat_map(move |(cell, task, row)| {
        if round.first().is_some_and(|(other, ..)| *other != cell) {
            round.clear();
        }
        // After what a results file holds, the first row is the next.
        let resumed = earlier.get(cell).is_some_and(Option::is_some);
        let expected = next.entry(cell).or_insert(if resumed { task } else { 0 });
        if task != *expected {
            return Vec::new();
        }
        *expected += 1;
        round.push((cell, task, row));
        if round.len() == sizes[cell] as usize { std::mem::take(&mut round) } else { Vec::new() }
    })
}
