//! The results of tunings: those of the matches that they consist of, and the searches that led there.

use super::report::tune_report;
use super::schedule::round_score;
use super::tuned::{Tuned, tunings};
use crate::experiment::Experiment;
use crate::kinds::r#match::{MatchSummary, rotates};
use crate::kinds::{Measured, Rows, Summary};
use crate::report::References;
use crate::reports::Report;
use crate::store::Row;
use std::collections::BTreeMap;

/// The results of all tunings of an experiment.
pub struct TuneSummary<'e> {
    /// The results of the cells.
    pub matches: MatchSummary<'e>,
    /// The searches, as far as their games have been played.
    pub(super) tunings: Vec<Tuned>,
}

impl<'e> TuneSummary<'e> {
    /// Goes through the searches again by the results of matches.
    pub fn new(matches: MatchSummary<'e>) -> TuneSummary<'e> {
        let experiment = matches.experiment();
        let scores: Vec<Vec<f64>> = experiment
            .cells
            .iter()
            .zip(&matches.cells)
            .map(|(cell, summary)| {
                let size = if rotates(cell) { cell.game.game.info().players as u32 } else { 1 };
                summary.rounds.candidate().map(|(_, sum)| round_score(sum, size)).collect()
            })
            .collect();
        let mut all = experiment.tuning.as_ref().map_or(Vec::new(), |tuning| tunings(experiment, tuning));
        all.iter_mut().for_each(|tuned| tuned.advance(&|cell, round| scores[cell].get(round).copied()));
        TuneSummary { matches, tunings: all }
    }
}

impl Summary for TuneSummary<'_> {
    fn report(&self, references: &References) -> Report {
        tune_report(self, references)
    }

    /// None: results decide which games are played, so that cells have no fixed number of games to compare.
    fn baseline(&self) -> Option<Vec<Measured>> {
        None
    }

    fn played(&self) -> Vec<(u64, u64)> {
        self.matches.played()
    }

    fn cells(&self) -> Vec<Row> {
        self.matches.cells()
    }
}

/// The rows of whole rounds, from the first on without a gap. While a run goes on, later games may be finished before earlier ones; the search
/// has not seen them yet.
pub(super) fn whole_rounds<'r>(
    experiment: &'r Experiment,
    earlier: &'r [Option<Row>],
    rows: &'r mut Rows<'_>,
) -> impl Iterator<Item = (usize, u32, Row)> + 'r {
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
        let described = &experiment.cells[cell];
        let size = if rotates(described) { described.game.game.info().players } else { 1 };
        round.push((cell, task, row));
        if round.len() == size { std::mem::take(&mut round) } else { Vec::new() }
    })
}
