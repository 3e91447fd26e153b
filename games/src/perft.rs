//! Perft: the number of sequences of whole moves of a given length.

use crate::moves::Move;
use crate::notation::whole_moves;
use crate::position::{Position, Turn};

/// The number of sequences of `depth` whole moves (outcomes of chance count as moves) from a nodal position.
pub fn perft(position: &dyn Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if position.turn() == Turn::Over {
        return 0;
    }
    if depth == 1 && !position.is_split() {
        return position.move_list().len() as u64;
    }
    divide(position, depth).iter().map(|(_, count)| count).sum()
}

/// The same, divided by the first whole move.
pub fn divide(position: &dyn Position, depth: u32) -> Vec<(Vec<Move>, u64)> {
    let mut rows = Vec::new();
    if depth == 0 || position.turn() == Turn::Over {
        return rows;
    }
    for submove in whole_moves(position) {
        let mut next = position.boxed();
        for &m in &submove {
            next.apply(m);
        }
        let count = perft(next.as_ref(), depth - 1);
        rows.push((submove, count));
    }
    rows
}
