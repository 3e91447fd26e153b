//! Random play of breakthrough without generating moves.
//!
//! A stone and a direction are drawn together, uniformly, and drawn again if that move is not legal: the result is uniform over the legal
//! moves. About two draws in three are legal, and with lists of stones each takes two look-ups, which is faster than counting and selecting
//! among the bits of three move sets.

use super::{Board, Shape};
use crate::{Playout, Rng, bits};

/// The stones of both players as lists.
struct Lists {
    /// The squares of each player's stones, in no order.
    squares: [[u8; 64]; 2],
    /// The number of stones of each player.
    counts: [u32; 2],
    /// The index of the stone on a square in its owner's list.
    places: [u8; 64],
}

impl Lists {
    fn new(stones: [u64; 2]) -> Lists {
        let mut lists = Lists { squares: [[0; 64]; 2], counts: [0; 2], places: [0; 64] };
        for (player, stones) in stones.into_iter().enumerate() {
            for square in bits::ones(stones) {
                let place = lists.counts[player];
                lists.squares[player][place as usize & 63] = square as u8;
                lists.places[square as usize & 63] = place as u8;
                lists.counts[player] += 1;
            }
        }
        lists
    }

    #[inline(always)]
    fn remove(&mut self, player: usize, square: usize) {
        let place = usize::from(self.places[square & 63]);
        self.counts[player] -= 1;
        let last = self.squares[player][self.counts[player] as usize & 63];
        self.squares[player][place & 63] = last;
        self.places[usize::from(last) & 63] = place as u8;
    }
}

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut done = Playout { over: board.is_over(), ..Playout::default() };
    if !done.over && cap > 0 {
        // The usual sizes get specialised code with constant steps.
        let (moves, over) = match (board.shape.width, board.shape.height) {
            (8, 8) => play(&Shape { width: 8, height: 8, ..board.shape }, board, rng, cap),
            _ => play(&board.shape.clone(), board, rng, cap),
        };
        done = Playout { moves, semimoves: moves, over };
    }
    done
}

/// Plays at least one ply; returns the number of plies and whether the game is over.
#[inline(always)]
fn play(shape: &Shape, board: &mut Board, rng: &mut Rng, cap: u32) -> (u32, bool) {
    let mut stones = board.stones;
    let mut lists = Lists::new(stones);
    let mut moves = 0;
    let mut over = false;
    if board.to_move == 1 {
        over = ply::<1>(shape, &mut stones, &mut lists, rng);
        moves = 1;
    }
    while !over && moves < cap {
        over = ply::<0>(shape, &mut stones, &mut lists, rng);
        moves += 1;
        if over || moves == cap {
            break;
        }
        over = ply::<1>(shape, &mut stones, &mut lists, rng);
        moves += 1;
    }
    board.stones = stones;
    board.to_move = (board.to_move + (moves & 1) as u8) & 1;
    (moves, over)
}

/// Plays one random move of a player; returns whether it wins.
#[inline(always)]
fn ply<const ME: usize>(shape: &Shape, stones: &mut [u64; 2], lists: &mut Lists, rng: &mut Rng) -> bool {
    let (own, other) = (stones[ME], stones[1 - ME]);
    let count = lists.counts[ME];
    // Straight on, enemy stones block the way too.
    let blocked = [own, own | other, own];
    let candidate = |bits: u32| {
        let (place, direction, exact) = Rng::split(bits, count, 3);
        let direction = direction as usize;
        let from = u32::from(lists.squares[ME][place as usize & 63]);
        let step = shape.step(direction);
        let (to, source) = if ME == 0 { (from + step, direction) } else { (from.wrapping_sub(step), 2 - direction) };
        let free = shape.sources[source] >> (from & 63) & !(blocked[direction] >> (to & 63)) & 1 == 1;
        (free & exact, place as usize, from, to & 63)
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
    let target = 1u64 << to;
    stones[ME] = own ^ 1 << (from & 63) | target;
    lists.squares[ME][place & 63] = to as u8;
    if other & target != 0 {
        stones[1 - ME] = other ^ target;
        lists.remove(1 - ME, to as usize);
    }
    lists.places[to as usize & 63] = place as u8;
    target & shape.goals[ME] != 0 || stones[1 - ME] == 0
}
