//! Random play of chinese checkers: computes the targets of all pieces as sets and draws one of them.

use super::board::Board;
use super::reach::Occupied;
use super::star::ones;
use crate::{Playout, Rng, bits};

/// The greatest number of pieces of a player.
const PIECES: usize = 10;

/// The holes of each player's pieces, in no order.
type Lists = [[u8; PIECES]; 6];

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut occupied = Occupied::new(board.occupied());
    let mut lists: Lists = [[0; PIECES]; 6];
    for (list, &pieces) in lists.iter_mut().zip(&board.pieces) {
        list.iter_mut().zip(ones(pieces)).for_each(|(slot, hole)| *slot = hole as u8);
    }
    let count = board.pieces[0].count_ones() as usize;
    let mut moves = 0;
    while !board.is_over() && moves < cap {
        ply(board, &mut lists[usize::from(board.to_move)][..count], &mut occupied, rng);
        moves += 1;
    }
    Playout { moves, semimoves: moves, over: board.is_over() }
}

/// One random move of the player who owns these pieces.
#[inline(always)]
fn ply(board: &mut Board, pieces: &mut [u8], occupied: &mut Occupied, rng: &mut Rng) {
    let stops = board.setup.stops[usize::from(board.to_move)];
    let mut targets = [(0u128, 0); PIECES];
    let mut total = 0;
    for (slot, &from) in targets.iter_mut().zip(pieces.iter()) {
        let set = occupied.reach(board.setup.star, usize::from(from)) & stops;
        *slot = (set, set.count_ones());
        total += slot.1;
    }
    if total == 0 {
        return board.pass();
    }
    let mut rank = rng.below(total as usize) as u32;
    for (piece, (set, count)) in pieces.iter_mut().zip(targets) {
        if rank < count {
            let (from, to) = (usize::from(*piece), select(set, rank));
            *piece = to as u8;
            occupied.shift(from, to);
            return board.go(from, to);
        }
        rank -= count;
    }
}

/// The hole in a set that has exactly `rank` holes of the set before it.
#[inline(always)]
fn select(set: u128, rank: u32) -> usize {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let first = low.count_ones();
    if rank < first { bits::select(low, rank) as usize } else { 64 + bits::select(high, rank - first) as usize }
}
