//! Random play of lines of action without listing moves.
//!
//! A stone and a direction are drawn together, uniformly, and drawn again if that move is not legal: the result is uniform over the legal
//! moves.

use super::super::stone_lists::{StoneLists, draw_listed, split_short};
use super::{Board, Ending};
use crate::{Playout, Rng};

/// After this many unsuccessful draws the legal moves are counted: there may be none.
const PATIENCE: u32 = 64;

/// Plays to the end or to the cap on moves.
pub(super) fn run<const SIZE: u32>(board: &mut Board<SIZE>, rng: &mut Rng, cap: u32) -> Playout {
    let mut done = Playout::default();
    if board.ending.is_none() {
        let mut stones = StoneLists::<16>::new(board.stones);
        let cap = cap.min(board.rules.max_moves - board.moves);
        while board.ending.is_none() && done.moves < cap {
            if let Some((from, to)) = draw(board, &stones, rng).or_else(|| draw_listed(board.targets(), rng)) {
                board.ending = play(board, &mut stones, from, to);
            } else if let Some(ending) = board.standstill() {
                board.ending = Some(ending);
                break;
            } else {
                board.change_turn();
            }
            done.moves += 1;
        }
        // During the playout, only a player who cannot move notices a standstill.
        board.ending = board.ending.or_else(|| board.standstill());
    }
    Playout { semimoves: done.moves, over: board.ending.is_some(), ..done }
}

/// Makes a move; returns the result if the groups then end the game.
#[inline(always)]
fn play<const SIZE: u32>(board: &mut Board<SIZE>, stones: &mut StoneLists<16>, from: u32, to: u32) -> Option<Ending> {
    let me = usize::from(board.to_move & 1);
    let captured = board.step(from, to);
    if captured {
        stones.remove(1 - me, to);
    }
    stones.step(me, from, to);
    board.groups_end(captured)
}

/// Draws a move by trial and error, for a limited number of draws.
#[inline(always)]
fn draw<const SIZE: u32>(board: &Board<SIZE>, stones: &StoneLists<16>, rng: &mut Rng) -> Option<(u32, u32)> {
    let me = usize::from(board.to_move & 1);
    let count = stones.count(me);
    let candidate = |bits: u64| {
        let (place, direction, exact) = split_short(bits, count, 8);
        let from = stones.square(me, place);
        let (to, legal) = board.target(from, direction as usize & 7);
        (legal & exact, from, to)
    };
    // Three at a time: a mispredicted branch costs more than unused candidates.
    for _ in 0..PATIENCE {
        let bits = rng.bits64();
        let (first, second, third) = (candidate(bits), candidate(bits >> 16), candidate(bits >> 32));
        let (legal, from, to) = if first.0 {
            first
        } else if second.0 {
            second
        } else {
            third
        };
        if legal {
            return Some((from, to));
        }
    }
    None
}
