//! Random play of knightthrough without generating moves.
//!
//! As in breakthrough, a knight and a leap are drawn together, uniformly, and drawn again if that move is not legal: the result is uniform
//! over the legal moves. On four columns or more this ends, because the foremost knight can always move.

use super::Blocked;
use super::board::{Board, LEAPS, Shape};
use crate::playout::{self, Playout, Scratch};
use crate::{Rng, bits};

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32, scratch: &mut Scratch) -> Playout {
    // On two or three columns knights can get stuck at the edges.
    if board.shape.width < 4 {
        return playout::uniform(board, rng, cap, scratch);
    }
    if board.is_over() {
        return Playout { over: true, ..Playout::default() };
    }
    let mut armies = Armies::new(board.knights);
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
    Playout { moves, semimoves: moves, over }
}

/// The knights of both players, as sets and as lists.
struct Armies {
    knights: [u64; 2],
    /// The squares of each player's knights, in no order.
    squares: [[u8; 64]; 2],
    /// The number of knights of each player.
    counts: [u32; 2],
    /// The index of the knight on a square in its owner's list.
    places: [u8; 64],
}

impl Armies {
    fn new(knights: [u64; 2]) -> Armies {
        let mut armies = Armies { knights, squares: [[0; 64]; 2], counts: [0; 2], places: [0; 64] };
        for (player, knights) in knights.into_iter().enumerate() {
            for (place, square) in bits::ones(knights).enumerate() {
                armies.squares[player][place & 63] = square as u8;
                armies.places[square as usize & 63] = place as u8;
            }
            armies.counts[player] = knights.count_ones();
        }
        armies
    }

    /// Moves the knight at an index of a player's list, and removes any knight on the target.
    #[inline(always)]
    fn leap<const ME: usize>(&mut self, place: usize, from: u32, to: u32) {
        let target = 1u64 << (to & 63);
        self.knights[ME] ^= 1 << (from & 63) | target;
        self.squares[ME][place & 63] = to as u8;
        if self.knights[1 - ME] & target != 0 {
            self.knights[1 - ME] ^= target;
            // The last knight of the list takes the index of the captured one.
            let captured = self.places[to as usize & 63];
            self.counts[1 - ME] -= 1;
            let last = self.squares[1 - ME][self.counts[1 - ME] as usize & 63];
            self.squares[1 - ME][usize::from(captured) & 63] = last;
            self.places[usize::from(last) & 63] = captured;
        }
        self.places[to as usize & 63] = place as u8;
    }
}

/// Plays one random move of a player; returns whether it ends the game.
#[inline(always)]
fn ply<const ME: usize>(shape: &Shape, armies: &mut Armies, rng: &mut Rng) -> bool {
    let (own, count) = (armies.knights[ME], armies.counts[ME]);
    if count == 0 {
        return false; // A pass.
    }
    let candidate = |bits: u32| {
        let (place, leap, exact) = Rng::split(bits, count, LEAPS as u32);
        let leap = leap as usize & (LEAPS - 1);
        let from = u32::from(armies.squares[ME][place as usize & 63]);
        let step = shape.steps[leap];
        let to = if ME == 0 { from + step } else { from.wrapping_sub(step) };
        let free = shape.sources[ME][leap] >> (from & 63) & !(own >> (to & 63)) & 1 == 1;
        (free & exact, place as usize, from, to)
    };
    // Two at a time: a mispredicted branch costs more than an unused candidate.
    let (place, from, to) = loop {
        let bits = rng.bits64();
        let (first, second) = (candidate(bits as u32), candidate((bits >> 32) as u32));
        let chosen = if first.0 { first } else { second };
        if chosen.0 {
            break (chosen.1, chosen.2, chosen.3);
        }
    };
    armies.leap::<ME>(place, from, to);
    let arrived = shape.goals[ME] >> (to & 63) & 1 == 1;
    arrived || shape.blocked == Blocked::Loss && armies.counts[1 - ME] == 0
}
