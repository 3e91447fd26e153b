//! Random play of chinese checkers: keeps the targets of all pieces as sets and draws one of them.
//!
//! What a piece can reach changes only with the holes around its jumps, so that most sets are still good a round later.

use super::board::Board;
use super::jumps::{Jumps, Reach};
use super::star::ones;
use crate::{Playout, Rng, bits};

/// The greatest number of pieces of a player.
const PIECES: usize = 10;

/// A piece, and where it could go when that was last found.
#[derive(Clone, Copy)]
struct Piece {
    hole: u8,
    /// The number of targets.
    count: u8,
    /// Those where it may stop, and the holes on which they depend.
    reach: Reach,
}

/// The pieces of each player, in no order, and the holes that have changed since the player's last move.
struct Lists {
    pieces: [[Piece; PIECES]; 6],
    changed: [u128; 6],
}

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut jumps = Jumps::new(board.setup.star, board.occupied());
    let unknown = Piece { hole: 0, count: 0, reach: Reach::UNKNOWN };
    let mut lists = Lists { pieces: [[unknown; PIECES]; 6], changed: [u128::MAX; 6] };
    for (list, &pieces) in lists.pieces.iter_mut().zip(&board.pieces) {
        list.iter_mut().zip(ones(pieces)).for_each(|(piece, hole)| piece.hole = hole as u8);
    }
    let count = board.pieces[0].count_ones() as usize;
    let mut moves = 0;
    while !board.is_over() && moves < cap {
        ply(board, &mut lists, count, &mut jumps, rng);
        moves += 1;
    }
    Playout { moves, semimoves: moves, over: board.is_over() }
}

/// One random move.
#[inline(always)]
fn ply(board: &mut Board, lists: &mut Lists, count: usize, jumps: &mut Jumps, rng: &mut Rng) {
    let me = usize::from(board.to_move);
    let stops = board.setup.stops[me];
    let changed = std::mem::take(&mut lists.changed[me]);
    let pieces = &mut lists.pieces[me][..count];
    let mut total = 0;
    for piece in pieces.iter_mut() {
        if piece.reach.seen & changed != 0 {
            piece.reach = jumps.reach(usize::from(piece.hole));
            piece.reach.targets &= stops;
            piece.count = piece.reach.targets.count_ones() as u8;
        }
        total += u32::from(piece.count);
    }
    if total == 0 {
        return board.pass();
    }
    let mut rank = rng.below(total as usize) as u32;
    for piece in pieces {
        if rank < u32::from(piece.count) {
            let (from, to) = (usize::from(piece.hole), select(piece.reach.targets, rank));
            *piece = Piece { hole: to as u8, reach: Reach::UNKNOWN, ..*piece };
            let both = 1 << from | 1 << to;
            lists.changed.iter_mut().for_each(|changed| *changed |= both);
            jumps.shift(from, to);
            return board.go(from, to);
        }
        rank -= u32::from(piece.count);
    }
}

/// The hole in a set that has exactly `rank` holes of the set before it.
#[inline(always)]
fn select(set: u128, rank: u32) -> usize {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let first = low.count_ones();
    if rank < first { bits::select(low, rank) as usize } else { 64 + bits::select(high, rank - first) as usize }
}

#[cfg(test)]
mod tests {
    use super::super::reach::Occupied;
    use super::super::star::Star;
    use super::super::{Stops, board::Setup};
    use super::*;
    use crate::Position as _;

    /// Every move of a playout is the one that the list of moves has at the drawn rank, pieces taken in the playout's order.
    #[test]
    fn playouts_draw_among_the_moves_that_the_plain_search_finds() {
        for (players, size, stops) in [(2, 4, Stops::Anywhere), (3, 3, Stops::OwnPoints), (6, 4, Stops::Anywhere), (2, 1, Stops::Anywhere)]
        {
            let setup = Setup::new(Star::of_size(size), players, stops, 10_000);
            for seed in 0..6 {
                let (mut fast, mut plain) = (Board::start(setup), Board::start(setup));
                let (mut one, mut two) = (Rng::from_seed(seed), Rng::from_seed(seed));
                let mut lists: Vec<Vec<usize>> = plain.pieces.iter().map(|&pieces| ones(pieces).collect()).collect();
                run(&mut fast, &mut one, 400);
                for _ in 0..400 {
                    if plain.is_over() {
                        break;
                    }
                    let me = usize::from(plain.to_move);
                    let mut occupied = Occupied::new(plain.occupied());
                    let targets = |&from: &usize| ones(occupied.reach(setup.star, from) & setup.stops[me]).map(move |to| (from, to));
                    let moves: Vec<(usize, usize)> = lists[me].iter().flat_map(targets).collect();
                    if moves.is_empty() {
                        plain.pass();
                        continue;
                    }
                    let (from, to) = moves[two.below(moves.len())];
                    lists[me].iter_mut().filter(|hole| **hole == from).for_each(|hole| *hole = to);
                    plain.go(from, to);
                }
                assert_eq!(fast.notation(), plain.notation(), "{players} players, size {size}, seed {seed}");
                assert_eq!(one.bits64(), two.bits64());
            }
        }
    }
}
