//! Plays an adjudicated game to its natural end.

use super::adjudication::PerfectPlay;
use super::openings::{Opening, opening_start};
use super::player::MatchPlayer;
use super::record::{Ending, GameRecord};
use super::settings::MatchSettings;
use crate::experiment::Cell;
use crate::kinds::NaturalEnd;
use crate::plan::TaskSeed;
use crate::store::{Record as _, Row};
use treebench_games::notation::find_move;
use treebench_games::params::Params as _;
use treebench_games::{Game, Turn};

/// The natural end of an adjudicated game when the same agents continue from its last position; `None` if it was not adjudicated, or if its result is
/// proved: whatever the agents made of it, it was not misjudged.
///
/// # Errors
/// Why it cannot be continued, or has no natural end.
pub(super) fn play_on(cell: &Cell, seed: TaskSeed, row: &Row) -> Option<Result<NaturalEnd, String>> {
    let record = GameRecord::from_row(row).ok().filter(|record| record.ending == Ending::Adjudication)?;
    if is_proved(cell, &record) {
        return None;
    }
    let natural = || {
        let settings = MatchSettings::from_values(&cell.settings).map_err(|error| error.message)?;
        let settings = MatchSettings {
            resign_moves: 0,
            draw_moves: 0,
            solver_positions: 0,
            tablebases: 0,
            random_plies: 0,
            openings: String::new(),
            ..settings
        };
        let opening = so_far(cell.game.game.as_ref(), &record)?;
        let seats: Vec<usize> = record.seats.iter().map(|&participant| participant as usize).collect();
        let mut player = MatchPlayer::new(cell, settings).map_err(|error| error.to_string())?;
        player.play_from(opening, &seats, seed)
    };
    Some(natural().map(|natural| NaturalEnd { recorded: record.scores.clone(), natural }))
}

/// Whether the recorded result is that of perfect play in the last position.
fn is_proved(cell: &Cell, record: &GameRecord) -> bool {
    let proved = || {
        let (settings, info) = (MatchSettings::from_values(&cell.settings).ok()?, cell.game.game.info());
        let mut perfect = PerfectPlay::of(info, &settings).ok()??;
        let Opening { start: mut here, moves, .. } = so_far(cell.game.game.as_ref(), record).ok()?;
        moves.iter().flatten().for_each(|&m| here.apply(m));
        let Turn::Player(player) = here.turn() else { return None };
        Some(perfect.verdict(here.as_ref(), player).ok()??.scores(&info) == record.scores)
    };
    proved().unwrap_or(false)
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
