//! Random play of chinese checkers: all targets of all pieces as sets, and one of them drawn.

use super::board::Board;
use super::star::ones;
use crate::{Playout, Rng, bits};

/// No player has more pieces.
const PIECES: usize = 10;

/// Plays to the end or to the cap.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut moves = 0;
    while !board.is_over() && moves < cap {
        ply(board, rng);
        moves += 1;
    }
    Playout { moves, semimoves: moves, over: board.is_over() }
}

/// One random move.
#[inline(always)]
fn ply(board: &mut Board, rng: &mut Rng) {
    let occupied = board.occupied();
    let mut sets = [(0, 0u128); PIECES];
    let mut total = 0;
    for (slot, from) in sets.iter_mut().zip(ones(board.pieces[usize::from(board.to_move)])) {
        *slot = (from, board.targets(from, occupied));
        total += slot.1.count_ones();
    }
    if total == 0 {
        return board.pass();
    }
    let mut rank = rng.below(total as usize) as u32;
    for (from, targets) in sets {
        let count = targets.count_ones();
        if rank < count {
            return board.go(from, select(targets, rank));
        }
        rank -= count;
    }
}

/// The number of the hole in a set that has exactly `rank` holes of the set before it.
#[inline(always)]
fn select(set: u128, rank: u32) -> usize {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let first = low.count_ones();
    if rank < first { bits::select(low, rank) as usize } else { 64 + bits::select(high, rank - first) as usize }
}
