//! The results of a match, cell by cell. Memory grows by some 30 bytes per pair of games, since tests need the pairs in order.

use super::cell::KeptRounds;
use super::cell_summary::CellSummary;
use super::openings::Openings;
use super::outcome::{Round, rotates};
use super::record::GameRecord;
use super::stop::sequence;
use super::sweep_test::SweepTest;
use crate::experiment::Experiment;
use crate::kinds::Rows;
use crate::store::Record as _;
use treebench_stats::Sequence;

/// The results of an experiment of matches.
pub struct MatchSummary<'e> {
    pub(super) experiment: &'e Experiment,
    /// One summary per cell of the experiment.
    pub cells: Vec<CellSummary>,
    /// The stored form of a cell's rounds.
    pub(super) kept: KeptRounds,
    /// Whether the games grew after they could be seen.
    pub(in crate::kinds) always_valid: bool,
    /// See [`Summary::set_removed_hypotheses`](crate::kinds::Summary::set_removed_hypotheses).
    pub(super) removed: u64,
}

impl<'e> MatchSummary<'e> {
    /// Summarises rows. An invalid row counts as void.
    pub fn of(experiment: &'e Experiment, rows: &mut Rows<'_>) -> MatchSummary<'e> {
        MatchSummary::onto(experiment.cells.iter().map(CellSummary::empty).collect(), experiment, rows)
    }

    /// The state of the rule of `[stop]` in every cell; `None` if no rule stops cells one by one.
    pub fn sequences(&self) -> Option<Vec<Sequence>> {
        let rule = self.experiment.stop_rule().filter(|_| self.experiment.average_rule().is_none())?;
        let cells = self.experiment.cells.iter().zip(&self.cells);
        Some(cells.map(|(cell, summary)| sequence(cell, rule, &summary.rounds)).collect())
    }

    /// The state of the rule of `[stop]` for every hypothesis; empty unless it tests averages. Games without a result have the score `missing`, if
    /// given.
    pub(super) fn tests(&self, missing: Option<f64>) -> Vec<Option<SweepTest>> {
        let follow = |test: SweepTest| {
            let mut test = missing.into_iter().fold(test, SweepTest::scoring_missing);
            test.follow(|cell| &self.cells[cell].rounds);
            test
        };
        SweepTest::all(self.experiment).into_iter().map(|test| test.map(follow)).collect()
    }

    /// Adds rows to the results of other games.
    pub(super) fn onto(mut cells: Vec<CellSummary>, experiment: &'e Experiment, rows: &mut Rows<'_>) -> MatchSummary<'e> {
        let mut game = GameRecord::default();
        let mut round = Round::default();
        let shuffled: Vec<Option<Openings>> = experiment.cells.iter().map(Openings::shuffled).collect();
        for (index, task, row) in rows {
            let cell = &experiment.cells[index];
            let info = cell.game.game.info();
            let id = (index, if rotates(cell) { cell.round(task) } else { task });
            if !round.is(id) {
                finish(&round, &mut cells);
                round.begin(id, info.players);
            }
            let read = game.read(&row).is_ok();
            // Cells that take the same openings in other orders have games in common all the same.
            let place = shuffled[index].as_ref().map_or(task, |openings| openings.place(task, info.players, rotates(cell)));
            if cells[index].add(cell, place, Some(&game).filter(|_| read)).is_some() {
                round.add(cell, &game);
            }
        }
        finish(&round, &mut cells);
        MatchSummary { experiment, cells, kept: KeptRounds::Order, always_valid: false, removed: 0 }
    }

    /// The experiment whose results these are.
    pub fn experiment(&self) -> &'e Experiment {
        self.experiment
    }
}

/// Adds a round to the results of its cell.
fn finish(round: &Round, cells: &mut [CellSummary]) {
    if let Some(index) = round.cell() {
        cells[index].mirrored += u64::from(round.is_mirrored());
        cells[index].finish(round);
    }
}
