//! Games as the evaluations of a tuning.

use super::trial::{Evaluation, TrialResult, Unit};
use crate::experiment::{Cell, Experiment, Measure};
use crate::kinds::r#match::{CellSummary, Ending, GameRecord, KeptRounds, Match, ordered_rounds, rotates, scored, summary};
use crate::kinds::{DamagedCell, Kind as _, Rows, SavedTasks, Summary as _, Tasks};
use crate::store::{Column, Record as _, Row};

/// Games against opponents.
pub(super) struct Games;

impl Evaluation for Games {
    fn tasks(&self) -> &'static dyn Tasks {
        &Match
    }

    fn unit(&self) -> Unit {
        Unit { one: "game", many: "games", failures: "losses" }
    }

    fn round(&self, cell: &Cell) -> u32 {
        if rotates(cell) { cell.game.game.info().players as u32 } else { 1 }
    }

    fn score(&self, _measure: Measure, cell: &Cell, row: &Row) -> f64 {
        GameRecord::from_row(row).ok().and_then(|game| scored(cell, &game)).map_or(0.0, |(score, _)| score)
    }

    fn saved_scores(&self, cell: &Cell, index: usize, saved: &SavedTasks) -> Result<Vec<f64>, DamagedCell> {
        Ok(ordered_rounds(cell, index, saved)?.candidate().map(|(_, sum)| sum).collect())
    }

    fn cell_columns(&self) -> &'static [Column] {
        Match.cell_columns()
    }

    fn fold(
        &self,
        experiment: &Experiment,
        earlier: &[Option<Row>],
        rows: &mut Rows<'_>,
    ) -> Result<(Vec<TrialResult>, Vec<Row>), DamagedCell> {
        let summary = summary(experiment, earlier, rows, KeptRounds::OrderAndHashes)?;
        let kept = summary.cells();
        let tried = |cell: CellSummary| TrialResult {
            played: cell.played,
            void: cell.ended(Ending::Void),
            cut: cell.ended(Ending::LengthCap),
            failures: cell.failures,
            rounds: cell.rounds,
        };
        Ok((summary.cells.into_iter().map(tried).collect(), kept))
    }
}
