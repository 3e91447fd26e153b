//! Random play without listing moves.

use super::{Board, TURNS};
use crate::{Playout, Rng, bits};

/// Plays to the end or to the cap.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut moves = 0;
    let mut over = board.is_over();
    while !over && moves < cap {
        ply(board, rng);
        moves += 1;
        over = board.is_over();
    }
    Playout { moves, semimoves: moves, over }
}

/// One random move. An empty square and a turn are drawn together; where the stone wins at once there is one move instead of
/// eight, so only one of the eight draws counts.
#[inline(always)]
fn ply(board: &mut Board, rng: &mut Rng) {
    let empty = board.empty();
    let pairs = empty.count_ones() * TURNS;
    loop {
        let drawn = rng.below(pairs as usize) as u32;
        let (square, turn) = (bits::select(empty, drawn / TURNS), drawn % TURNS);
        if !board.wins_at_once(square) {
            return board.play(square, Some(turn));
        }
        if turn == 0 {
            return board.play(square, None);
        }
    }
}
