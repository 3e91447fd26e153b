//! Random play of surakarta without listing moves.
//!
//! A stone and one of its eight steps and four capturing paths are drawn together, uniformly, and drawn again if there is no such move, or
//! if it is a capture that an earlier path finds too: the result is uniform over the legal moves.

use super::super::stone_lists::{StoneLists, draw_listed};
use super::board::{Board, STEPS};
use super::loops::WAYS;
use crate::{Playout, Rng};

/// After this many unsuccessful draws the legal moves are counted: there may be none.
const PATIENCE: u32 = 200;

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut stones = StoneLists::<16>::new(board.stones);
    let mut moves = 0;
    while !board.is_over() && moves < cap {
        match draw(board, &stones, rng).or_else(|| draw_listed(board.targets(), rng)) {
            Some((from, to)) => {
                let me = usize::from(board.to_move & 1);
                if board.play(from, to) {
                    stones.remove(1 - me, to);
                }
                stones.step(me, from, to);
            }
            None => board.pass(),
        }
        moves += 1;
    }
    Playout::orthodox(moves, board.is_over())
}

/// Draws a move by trial and error, for a limited number of draws.
#[inline(always)]
fn draw(board: &Board, stones: &StoneLists<16>, rng: &mut Rng) -> Option<(u32, u32)> {
    let me = usize::from(board.to_move & 1);
    for _ in 0..PATIENCE {
        let (place, choice, exact) = Rng::split(rng.bits32(), stones.count(me), (STEPS.len() + WAYS) as u32);
        if !exact {
            continue;
        }
        let from = stones.square(me, place);
        if let Some(&step) = STEPS.get(choice as usize) {
            let to = from.wrapping_add(step) & 63;
            if board.is_empty(to) {
                return Some((from, to));
            }
        } else if let Some(to) = board.prey(from, choice as usize - STEPS.len()) {
            return Some((from, to));
        }
    }
    None
}
