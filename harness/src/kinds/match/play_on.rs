//! Plays an adjudicated game to its natural end.

use super::openings::{Opening, opening_start};
use super::player::MatchPlayer;
use super::record::{Ending, GameRecord};
use super::settings::MatchSettings;
use crate::experiment::Cell;
use crate::kinds::NaturalEnd;
use crate::plan::TaskSeed;
use crate::store::{Record as _, Row};
use treebench_games::Game;
use treebench_games::notation::find_move;
use treebench_games::params::Params as _;

/// The natural end of an adjudicated game when the same agents continue from its last position; `None` if it was not adjudicated.
///
/// # Errors
/// Why it cannot be continued, or has no natural end.
pub(super) fn play_on(cell: &Cell, seed: TaskSeed, row: &Row) -> Option<Result<NaturalEnd, String>> {
    let record = GameRecord::from_row(row).ok().filter(|record| record.ending == Ending::Adjudication)?;
    let natural = || {
        let settings = MatchSettings::from_values(&cell.settings).map_err(|error| error.message)?;
        let settings =
            MatchSettings { resign_moves: 0, draw_moves: 0, solver_positions: 0, random_plies: 0, openings: String::new(), ..settings };
        let opening = so_far(cell.game.game.as_ref(), &record)?;
        let seats: Vec<usize> = record.seats.iter().map(|&participant| participant as usize).collect();
        let mut player = MatchPlayer::new(cell, settings).map_err(|error| error.to_string())?;
        player.play_from(opening, &seats, seed)
    };
    Some(natural().map(|natural| NaturalEnd { recorded: record.scores.clone(), natural }))
}

/// All moves of a game as an opening.
fn so_far(game: &dyn Game, record: &GameRecord) -> Result<Opening, String> {
    let start = opening_start(game, &record.opening)?;
    let (mut here, mut moves) = (start.boxed(), Vec::new());
    for word in record.moves.split_whitespace() {
        let submove = find_move(here.as_ref(), word).map_err(|error| error.to_string())?;
        submove.iter().for_each(|&m| here.apply(m));
        moves.push(submove);
    }
    Ok(Opening { text: record.opening.clone(), start, moves })
}
