//! A game replayed from its record.

use crate::experiment::Cell;
use crate::kinds::catch;
use crate::kinds::r#match::{GameRecord, opening_start};
use crate::store::{DamagedRow, Record as _, Row};
use treebench_games::notation::find_move;
use treebench_games::{Game, Move, Position, Turn};

/// A position of a game, and the move that led to it.
pub(super) struct Step<'a> {
    /// The move; empty at the start.
    pub(super) word: &'a str,
    /// The same as the game has it.
    pub(super) submove: &'a [Move],
    /// Who made it.
    pub(super) by: Turn,
    /// The position before it; at the start, that of the start.
    pub(super) before: &'a dyn Position,
    /// The position after it.
    pub(super) position: &'a dyn Position,
}

/// Replays a game and shows every position, the start first.
///
/// # Errors
/// If the moves cannot be played with this build: says which. The positions shown until then are correct.
pub(super) fn walk(game: &dyn Game, record: &GameRecord, see: impl FnMut(Step<'_>)) -> Result<(), String> {
    match catch(|| played(game, record, see)) {
        Ok(result) => result,
        Err(caught) => Err(format!("the game panicked while its moves were played again: {}", caught.message)),
    }
}

/// The drawing of every position of a game, each under its move.
///
/// # Errors
/// If the record is damaged.
pub fn drawings(cell: &Cell, row: &Row) -> Result<String, DamagedRow> {
    let record = GameRecord::from_row(row)?;
    let (mut text, mut number) = (String::new(), 0);
    let walked = walk(cell.game.game.as_ref(), &record, |step| {
        text += "\n";
        if number > 0 {
            text += &format!("{number}. {}\n", step.word);
        }
        text += step.position.draw().trim_end();
        text += "\n";
        text += &knowledge(step.position);
        number += 1;
    });
    if let Err(message) = walked {
        text += &format!("\n{message}\n");
    }
    Ok(text + "\n")
}

/// What each player knows under hidden information, side by side.
pub(super) fn knowledge(position: &dyn Position) -> String {
    let Some(information) = position.information() else { return String::new() };
    let known = |player| format!("player {player} knows: {}", information.known(player));
    (0..information.players()).map(known).collect::<Vec<_>>().join("   ") + "\n"
}

fn played(game: &dyn Game, record: &GameRecord, mut see: impl FnMut(Step<'_>)) -> Result<(), String> {
    let mut here = opening_start(game, &record.opening)?;
    let mut before = here.boxed();
    see(Step { word: "", submove: &[], by: Turn::Over, before: before.as_ref(), position: here.as_ref() });
    for (number, word) in record.moves.split_whitespace().enumerate() {
        let by = here.turn();
        let submove = find_move(here.as_ref(), word).map_err(|error| format!("cannot replay the moves: move {}: {error}", number + 1))?;
        before.copy_from(here.as_ref());
        submove.iter().for_each(|&m| here.apply(m));
        see(Step { word, submove: &submove, by, before: before.as_ref(), position: here.as_ref() });
    }
    Ok(())
}
