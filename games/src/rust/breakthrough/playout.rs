//! Random play of breakthrough without generating moves.
//!
//! A stone and a direction are drawn together, uniformly, and drawn again if that move is not legal: the result is uniform over the legal
//! moves. About two draws in three are legal, and with lists of stones each takes two look-ups, which is faster than counting and selecting
//! among the bits of three move sets.

use super::super::stone_lists::{StoneLists, draw_legal};
use super::{Board, Shape};
use crate::{Playout, Rng};

/// The stones of both players, which may fill the board.
type Lists = StoneLists<64>;

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut done = Playout { over: board.is_over(), ..Playout::default() };
    if !done.over && cap > 0 {
        // The usual sizes get specialised code with constant steps.
        let (moves, over) = match (board.shape.width, board.shape.height) {
            (8, 8) => play(&Shape { width: 8, height: 8, ..board.shape }, board, rng, cap),
            _ => play(&board.shape.clone(), board, rng, cap),
        };
        done = Playout::orthodox(moves, over);
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
    let count = lists.count(ME);
    // Straight on, enemy stones block the way too.
    let blocked = [own, own | other, own];
    let candidate = |bits: u32| {
        let (place, direction, exact) = Rng::split(bits, count, 3);
        let direction = direction as usize;
        let from = lists.square(ME, place);
        let step = shape.step(direction);
        let (to, source) = if ME == 0 { (from + step, direction) } else { (from.wrapping_sub(step), 2 - direction) };
        let free = shape.sources[source] >> (from & 63) & !(blocked[direction] >> (to & 63)) & 1 == 1;
        (free & exact, (place, from, to & 63))
    };
    let (place, from, to) = draw_legal(rng, candidate);
    let target = 1u64 << to;
    stones[ME] = own ^ 1 << (from & 63) | target;
    if other & target != 0 {
        stones[1 - ME] = other ^ target;
        lists.remove(1 - ME, to);
    }
    lists.step_at(ME, place, to);
    target & shape.goals[ME] != 0 || stones[1 - ME] == 0
}
