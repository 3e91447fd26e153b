//! Moves in standard notation: algebraic in chess and its relatives, otherwise the game's own.

use treebench_games::exchange::{fen, san};
use treebench_games::notation::find_move;
use treebench_games::{Exchange, Game, Position};

/// The name of a move that the game writes as `word`.
pub(super) fn name(game: &dyn Game, position: &dyn Position, word: &str) -> String {
    line(game, position, &[word.to_owned()]).remove(0)
}

/// The names of consecutive moves.
pub(super) fn line(game: &dyn Game, position: &dyn Position, words: &[String]) -> Vec<String> {
    let mut names = words.to_vec();
    if !is_chess(game) {
        return names;
    }
    let mut here = position.boxed();
    for name in &mut names {
        let Ok(submove) = find_move(here.as_ref(), name) else { break };
        let Some(written) = san(game, here.as_ref(), &submove) else { break };
        *name = written;
        submove.iter().for_each(|&m| here.apply(m));
    }
    names
}

/// The number of the first move, if a move of both players together has one number.
pub(super) fn first_number(game: &dyn Game, start: &dyn Position) -> Option<u32> {
    let counted = || fen(game, start)?.split(' ').nth(5)?.parse().ok();
    is_chess(game).then(|| counted().unwrap_or(1))
}

fn is_chess(game: &dyn Game) -> bool {
    matches!(game.exchange(), Exchange::Pgn { .. })
}
