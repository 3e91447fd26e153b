//! Perft: the number of sequences of whole moves of a given length.

use crate::moves::Move;
use crate::notation::checked_whole_moves;
use crate::position::{Position, Turn};

/// The number of sequences of `depth` whole moves (outcomes of chance count as moves) from a nodal position.
///
/// # Errors
/// If the search for moves exceeds a limit in one of the positions; see [`RulesPosition::fault`](crate::RulesPosition::fault).
pub fn perft(position: &dyn Position, depth: u32) -> Result<u64, String> {
    if depth == 0 {
        return Ok(1);
    }
    if is_over(position)? {
        return Ok(0);
    }
    if depth == 1 && !position.is_split() {
        return Ok(position.move_list().len() as u64);
    }
    Ok(divide(position, depth)?.iter().map(|(_, count)| count).sum())
}

/// The same, by first whole move.
///
/// # Errors
/// See [`perft`].
pub fn divide(position: &dyn Position, depth: u32) -> Result<Vec<(Vec<Move>, u64)>, String> {
    let mut rows = Vec::new();
    if depth == 0 || is_over(position)? {
        return Ok(rows);
    }
    for submove in checked_whole_moves(position).map_err(|fault| cannot_go_on(position, &fault))? {
        let mut next = position.boxed();
        for &m in &submove {
            next.apply(m);
        }
        let count = perft(next.as_ref(), depth - 1)?;
        rows.push((submove, count));
    }
    Ok(rows)
}

/// Whether the game is over by its rules.
fn is_over(position: &dyn Position) -> Result<bool, String> {
    let over = position.turn() == Turn::Over;
    match position.fault() {
        Some(fault) => Err(cannot_go_on(position, &fault)),
        None => Ok(over),
    }
}

fn cannot_go_on(position: &dyn Position, fault: &str) -> String {
    format!("the game cannot go on: {fault}, in `{}`", position.notation())
}
