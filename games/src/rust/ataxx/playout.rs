//! Random play of ataxx without generating moves.
//!
//! Clones per target are counted directly. A direction has at most as many moves as the player has pieces, or as there are empty squares,
//! and gets that many slots. A clone or a slot is drawn uniformly, and drawn again if the slot holds no move: the result is uniform over
//! the legal moves, and cheaper than counting in sixteen directions.

use super::board::Board;
use super::moves::{origin, spread};
use crate::{Playout, Rng, bits};

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    Playout::of_plies(board, rng, cap, Board::is_over, ply)
}

/// One random move of the player to move.
#[inline(always)]
fn ply(board: &mut Board, rng: &mut Rng) {
    let (own, empty) = (board.pieces[board.mover()], board.empty());
    if spread(spread(own)) & empty == 0 {
        return board.pass();
    }
    let (clones, directions) = (board.clone_targets(), board.directions());
    let count = clones.count_ones() as usize;
    let slots = own.count_ones().min(empty.count_ones()) as usize;
    loop {
        let drawn = rng.below(count + slots * directions);
        if drawn < count {
            let to = bits::select(clones, drawn as u32) as usize;
            return board.step(to, to);
        }
        let (slot, direction) = ((drawn - count) / directions, (drawn - count) % directions);
        let targets = board.targets(direction);
        if (slot as u32) < targets.count_ones() {
            let to = bits::select(targets, slot as u32);
            return board.step(origin(to, direction) as usize, to as usize);
        }
    }
}
