//! Random play of pentalath without generating moves.
//!
//! An empty cell is drawn uniformly, and redrawn from the others if it is not legal: the result is uniform over the legal moves. A cell
//! with an empty neighbour always is legal; others need a look at the groups around them.

use super::board::Board;
use super::shape::{Shape, pick};
use crate::{Playout, Rng};

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    // The usual boards get specialised code with constant steps.
    let moves = match board.shape {
        Shape { side: 7, cells, rows, .. } => play(&Shape { side: 7, rows, stride: 14, cells }, board, rng, cap),
        Shape { side: 5, cells, rows, .. } => play(&Shape { side: 5, rows, stride: 10, cells }, board, rng, cap),
        shape => play(&shape, board, rng, cap),
    };
    Playout::orthodox(moves, board.is_over())
}

/// The same with a given shape; returns the number of moves.
#[inline(always)]
fn play(shape: &Shape, board: &mut Board, rng: &mut Rng, cap: u32) -> u32 {
    let mut moves = 0;
    while !board.is_over() && moves < cap {
        let cell = draw_cell(shape, board, rng);
        board.play(shape, cell);
        moves += 1;
    }
    moves
}

/// A random cell on which the player to move may place a stone, if there is one.
#[inline(always)]
fn draw_cell(shape: &Shape, board: &Board, rng: &mut Rng) -> Option<u128> {
    let empty = board.empty_cells(shape);
    let mut untried = empty;
    while untried != 0 {
        let cell = pick(untried, rng);
        if shape.neighbours(cell) & empty != 0 || board.may_fill(shape, usize::from(board.to_move & 1), cell) {
            return Some(cell);
        }
        untried ^= cell;
    }
    None
}
