//! The kind itself: what the rest of the harness asks about playouts.

use super::player::BlockPlayer;
use super::record::{Block, COLUMNS};
use super::report::playout_report;
use super::settings::PlayoutSettings;
use super::summary::PlayoutSummary;
use crate::experiment::{Cell, Experiment, KindRules};
use crate::games::params::{ParamError, ParamSpec, Params};
use crate::kinds::{Column, Kind, Row, TaskPlayer};
use crate::report::References;
use crate::reports::Report;

/// Flat Monte-Carlo statistics.
pub struct Playouts;

impl KindRules for Playouts {
    fn name(&self) -> &'static str {
        "playout"
    }

    fn doc(&self) -> &'static str {
        "Random games under split strategies: speed, length and branching factor, as in Table 1 of the split-moves paper."
    }

    fn settings(&self) -> Vec<ParamSpec> {
        PlayoutSettings::specs()
    }

    fn suits(&self, cell: &Cell) -> Result<(), ParamError> {
        let settings = PlayoutSettings::from_values(&cell.settings)?;
        let found = crate::games::find_split(cell.game.game.as_ref(), &settings.split)?;
        if found == settings.split {
            return Ok(());
        }
        // Else one strategy could stand in the grid under two names.
        Err(ParamError::rule("split", format!("the split `{}` is written `{found}`", settings.split)))
    }

    fn accepts(&self, cell: &Cell, _tasks_per_cell: u32) -> Result<(), ParamError> {
        if cell.participants.is_empty() {
            return Ok(());
        }
        Err(ParamError::rule("", "random games have no agents: leave [agent.NAME] and [compare] out"))
    }

    fn is_timed(&self, cell: &Cell) -> bool {
        PlayoutSettings::from_values(&cell.settings).is_ok_and(|settings| settings.seconds > 0.0)
    }
}

impl Kind for Playouts {
    fn columns(&self) -> &'static [Column] {
        COLUMNS
    }

    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError> {
        Ok(Box::new(BlockPlayer::new(cell)?))
    }

    fn score(&self, cell: &Cell, row: &Row) -> Option<f64> {
        let info = cell.game.game.info();
        let block = Block::of(row, info.players).filter(|block| block.message.is_empty())?;
        let first = block.flat.scores.first()?;
        // Where no game came to an end, nobody has a score, but nothing failed either.
        Some(if first.count() == 0 { 0.0 } else { info.normalise(first.mean()) })
    }

    fn report(&self, experiment: &Experiment, rows: &mut dyn Iterator<Item = (usize, u32, Row)>) -> Result<Report, String> {
        let references = References::read(&experiment.references)?;
        Ok(playout_report(experiment, &PlayoutSummary::of(experiment, rows), &references))
    }
}
