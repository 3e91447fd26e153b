//! The kind itself: what the rest of the harness asks about matches.

use super::player::MatchPlayer;
use super::record::GameRecord;
use super::settings::MatchSettings;
use super::summary::MatchSummary;
use crate::experiment::{Cell, Experiment, KindRules};
use crate::games::params::{ParamError, ParamSpec, Params};
use crate::kinds::{Kind, Rows, Summary, TaskPlayer};
use crate::store::{Column, Record as _};

/// Whole games between agents.
pub struct Match;

impl KindRules for Match {
    fn name(&self) -> &'static str {
        "match"
    }

    fn doc(&self) -> &'static str {
        "Games between the agents of a cell, seats rotated on the same seed: win rates with their intervals."
    }

    fn settings(&self) -> Vec<ParamSpec> {
        MatchSettings::specs()
    }

    fn accepts(&self, cell: &Cell, tasks_per_cell: u32) -> Result<(), ParamError> {
        let settings = MatchSettings::from_values(&cell.settings)?;
        let players = cell.game.game.info().players;
        let agents = cell.participants.len();
        if agents != players {
            let need = if players == 1 { "one player".to_owned() } else { format!("{players} players") };
            return Err(ParamError::rule("game", format!("`{}` is a game for {need}, but {agents} agents are compared", cell.game.label)));
        }
        if settings.swap_seats && !(tasks_per_cell as usize).is_multiple_of(players) {
            let above = (tasks_per_cell as usize / players + 1) * players;
            let message = format!(
                "games-per-cell is {tasks_per_cell}, but `{}` has {players} seats, which every agent takes equally often: \
                 it must be a multiple of {players}, such as {above} (or set swap-seats = false)",
                cell.game.label
            );
            return Err(ParamError::rule("games-per-cell", message));
        }
        Ok(())
    }

    fn seed_index(&self, cell: &Cell, task: u32) -> u32 {
        task / cell.game.game.info().players as u32
    }
}

impl Kind for Match {
    fn columns(&self) -> &'static [Column] {
        GameRecord::COLUMNS
    }

    fn player(&self, cell: &Cell) -> Result<Box<dyn TaskPlayer>, ParamError> {
        Ok(Box::new(MatchPlayer::new(cell, MatchSettings::from_values(&cell.settings)?)?))
    }

    fn fold<'e>(&self, experiment: &'e Experiment, rows: &mut Rows<'_>) -> Box<dyn Summary + 'e> {
        Box::new(MatchSummary::of(experiment, rows))
    }
}
