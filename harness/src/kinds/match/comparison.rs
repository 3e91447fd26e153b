//! Games of two runs side by side.

use super::openings::Opening;
use super::outcome::{game_hash, outcome};
use super::record::{Ending, GameRecord};
use crate::experiment::Cell;
use crate::kinds::{ComparedRecord, Direction, Divergence, Outcome, Spending, catch};
use crate::store::{Record as _, Row};
use treebench_games::Turn;
use treebench_games::notation::find_move;

/// The outcomes by which matches are compared.
pub(super) const OUTCOMES: &[Outcome] = &[Outcome { name: "score", better: Direction::More, share: true }];

/// A game for comparisons; `None` if its record cannot be read.
pub(super) fn compared(cell: &Cell, row: &Row) -> ComparedRecord {
    let Ok(game) = GameRecord::from_row(row) else { return ComparedRecord { values: vec![None], ..ComparedRecord::default() } };
    let score = outcome(cell, &game);
    let spent = game.seats.iter().zip(game.iterations.iter().zip(&game.cpu_micros)).enumerate();
    let spent = spent.map(|(seat, (&participant, (&iterations, &micros)))| Spending {
        participant: participant as usize,
        work: iterations as f64,
        micros: micros as f64,
        bytes: game.memory.get(seat).map_or(0.0, |&bytes| bytes as f64),
    });
    ComparedRecord {
        values: vec![score.map(|(_, score)| score)],
        key: if game.moves.is_empty() { 0 } else { game_hash(&game) },
        spent: spent.collect(),
    }
}

/// Where two games of the same task diverge; `None` if their moves are the same.
pub(super) fn divergence(cell: &Cell, first: &Row, second: &Row) -> Option<Divergence> {
    let (first, second) = (GameRecord::from_row(first).ok()?, GameRecord::from_row(second).ok()?);
    let same = first.moves.split_whitespace().zip(second.moves.split_whitespace()).take_while(|(a, b)| a == b).count();
    let word =
        |game: &GameRecord| game.moves.split_whitespace().nth(same).map_or_else(|| format!("the end ({})", ended(game)), str::to_owned);
    if first.moves == second.moves {
        return None;
    }
    let (mover, drawing) = match catch(|| drawn(cell, &first, same)) {
        Ok(Ok(found)) => found,
        Ok(Err(message)) => (String::new(), message),
        Err(caught) => (String::new(), format!("the game panicked while the moves were played again: {}", caught.message)),
    };
    Some(Divergence { ply: same + 1, first: word(&first), second: word(&second), mover, drawing })
}

fn ended(game: &GameRecord) -> &'static str {
    if game.ending == Ending::Rules { "game over" } else { game.ending.word() }
}

/// The player to move after the first moves of a game, and a drawing of the position.
fn drawn(cell: &Cell, game: &GameRecord, plies: usize) -> Result<(String, String), String> {
    let rules = cell.game.game.as_ref();
    let opening =
        if game.opening.is_empty() { Opening::none(rules) } else { Opening::read(rules, &game.opening).map_err(|error| error.message)? };
    // The moves of an opening are recorded with those of the game.
    let mut here = opening.start;
    for (number, word) in game.moves.split_whitespace().take(plies).enumerate() {
        let submove = find_move(here.as_ref(), word).map_err(|error| format!("cannot replay the moves: move {}: {error}", number + 1))?;
        submove.iter().for_each(|&m| here.apply(m));
    }
    let mover = match here.turn() {
        Turn::Player(player) => format!("player {}", player + 1),
        Turn::Chance => "chance".to_owned(),
        Turn::Over => "nobody".to_owned(),
    };
    Ok((mover, here.draw()))
}
