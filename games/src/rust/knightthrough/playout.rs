//! Random play of knightthrough without generating moves.
//!
//! As in breakthrough, a knight and a leap are drawn together, uniformly, and drawn again if that move is not legal: the result is uniform
//! over the legal moves. On four columns or more this ends, because the foremost knight can always move.

use super::super::stone_lists::{StoneLists, draw_legal};
use super::BlockRule;
use super::board::{Board, LEAPS, Shape};
use crate::Rng;
use crate::playout::{self, Playout, Scratch};

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
    // On two or three columns knights can get stuck at the edges.
    if board.shape.width < 4 {
        return playout::uniform(board, rng, cap, scratch);
    }
    if board.is_over() {
        return Playout { over: true, ..Playout::default() };
    }
    let mut armies = Armies { knights: board.knights, lists: StoneLists::new(board.knights) };
    let (mut moves, mut over) = (0, false);
    while !over && moves < cap {
        over = match board.to_move {
            0 => ply::<0>(&board.shape, &mut armies, rng),
            _ => ply::<1>(&board.shape, &mut armies, rng),
        };
        board.to_move ^= 1;
        moves += 1;
    }
    board.knights = armies.knights;
    Playout::orthodox(moves, over)
}

/// The knights of both players, as sets and as lists.
struct Armies {
    knights: [u64; 2],
    lists: StoneLists<64>,
}

impl Armies {
    /// Moves the knight at an index of a player's list, and removes any knight on the target.
    #[inline(always)]
    fn leap<const ME: usize>(&mut self, place: u32, from: u32, to: u32) {
        let target = 1u64 << (to & 63);
        self.knights[ME] ^= 1 << (from & 63) | target;
        if self.knights[1 - ME] & target != 0 {
            self.knights[1 - ME] ^= target;
            self.lists.remove(1 - ME, to);
        }
        self.lists.step_at(ME, place, to);
    }
}

/// Plays one random move of a player; returns whether it ends the game.
#[inline(always)]
fn ply<const ME: usize>(shape: &Shape, armies: &mut Armies, rng: &mut Rng) -> bool {
    let (own, count) = (armies.knights[ME], armies.lists.count(ME));
    if count == 0 {
        return false; // A pass.
    }
    let candidate = |bits: u32| {
        let (place, leap, exact) = Rng::split(bits, count, LEAPS as u32);
        let leap = leap as usize & (LEAPS - 1);
        let from = armies.lists.square(ME, place);
        let step = shape.steps[leap];
        let to = if ME == 0 { from + step } else { from.wrapping_sub(step) };
        let free = shape.sources[ME][leap] >> (from & 63) & !(own >> (to & 63)) & 1 == 1;
        (free & exact, (place, from, to))
    };
    let (place, from, to) = draw_legal(rng, candidate);
    armies.leap::<ME>(place, from, to);
    let arrived = shape.goals[ME] >> (to & 63) & 1 == 1;
    arrived || shape.blocked == BlockRule::Loss && armies.lists.count(1 - ME) == 0
}
