//! Random play of chinese checkers: draws a piece and a hole, and draws again if the piece cannot go there.
//!
//! Every pair is as likely as any other, and so is every move among those that are accepted. Few pieces are asked for their jumps before a move
//! is found.

use super::board::Board;
use super::reach::Occupancy;
use super::star::ones;
use super::tables::CANDIDATES;
use crate::{Playout, Rng};

/// The greatest number of pieces of a player.
const PIECES: usize = 10;

/// Draws after which the moves are listed. About one draw in seven is a move, so that this is rare unless there is none.
const DRAWS: usize = 100;

/// The holes of each player's pieces, in no order.
struct Lists {
    pieces: [[u8; PIECES]; 6],
    count: usize,
}

/// The player to move with what is known of the pieces' jumps.
struct Mover<'a> {
    board: &'a Board,
    occupied: &'a Occupancy,
    pieces: &'a [u8],
    /// The holes that a piece reaches with jumps, once it was asked for.
    jumps: [u64; PIECES],
    /// The pieces that were asked.
    asked: u32,
}

/// Plays to the end or to the cap on moves.
pub(super) fn run(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    let mut occupied = Occupancy::new(&board.setup.star.tables, board.occupied());
    let mut lists = Lists { pieces: [[0; PIECES]; 6], count: board.pieces[0].count_ones() as usize };
    for (list, &pieces) in lists.pieces.iter_mut().zip(&board.pieces) {
        list.iter_mut().zip(ones(pieces)).for_each(|(piece, hole)| *piece = hole as u8);
    }
    let mut moves = 0;
    while !board.is_over() && moves < cap {
        let me = usize::from(board.to_move);
        let mover = Mover { board, occupied: &occupied, pieces: &lists.pieces[me][..lists.count], jumps: [0; PIECES], asked: 0 };
        match mover.draw(rng) {
            Some((piece, to)) => {
                let from = usize::from(std::mem::replace(&mut lists.pieces[me][piece], to as u8));
                occupied.turn(from);
                occupied.turn(to);
                board.go(from, to);
            }
            None => board.pass(),
        }
        moves += 1;
    }
    Playout::orthodox(moves, board.is_over())
}

impl Mover<'_> {
    /// A random move: which piece goes, and where; `None` if none can.
    #[inline(always)]
    fn draw(mut self, rng: &mut Rng) -> Option<(usize, usize)> {
        for _ in 0..DRAWS {
            let (piece, candidate, counts) = Rng::split(rng.bits32(), self.pieces.len() as u32, CANDIDATES as u32);
            if counts && let Some(to) = self.target(piece as usize, candidate as usize) {
                return Some((piece as usize, to));
            }
        }
        self.list(rng)
    }

    /// As [`draw`](Mover::draw), from the list of all moves.
    #[cold]
    fn list(mut self, rng: &mut Rng) -> Option<(usize, usize)> {
        let (mut chosen, mut seen) = (None, 0);
        for piece in 0..self.pieces.len() {
            for candidate in 0..CANDIDATES {
                if let Some(to) = self.target(piece, candidate) {
                    seen += 1;
                    if rng.below(seen) == 0 {
                        chosen = Some((piece, to));
                    }
                }
            }
        }
        chosen
    }

    /// Where a candidate of a piece leads; `None` if it is no move.
    #[inline(always)]
    fn target(&mut self, piece: usize, candidate: usize) -> Option<usize> {
        let (board, from) = (self.board, usize::from(self.pieces[piece]));
        let tables = &board.setup.star.tables;
        let to = usize::from(tables.candidates[from & 127][candidate]);
        let may_stop = self.occupied.is_free(to) && board.setup.stops[usize::from(board.to_move)] >> (to & 127) & 1 == 1;
        if !may_stop {
            return None;
        }
        if candidate >= 6 {
            if self.asked >> piece & 1 == 0 {
                self.asked |= 1 << piece;
                self.jumps[piece] = self.occupied.jumps_in_class(from);
            }
            if self.jumps[piece] & tables.places[to & 127].1 == 0 {
                return None;
            }
        }
        Some(to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::star::Star;
    use super::super::{Stops, board::Setup};
    use super::*;
    use crate::{Move, Position};
    use std::collections::BTreeMap;

    /// Boards after some random moves, for few and many players, on large and small stars.
    fn boards() -> impl Iterator<Item = Board> {
        let setups =
            [(2, 4, Stops::Anywhere), (3, 3, Stops::OwnPoints), (6, 4, Stops::Anywhere), (6, 2, Stops::OwnPoints), (2, 1, Stops::Anywhere)];
        setups.into_iter().flat_map(|(players, size, stops)| {
            [0, 1, 10, 60].map(|plies| {
                let mut board = Board::start(Setup::new(Star::of_size(size), players, stops, 10_000));
                run(&mut board, &mut Rng::from_seed(plies), plies as u32);
                board
            })
        })
    }

    fn with_mover<T>(board: &Board, use_it: impl FnOnce(Mover<'_>) -> T) -> T {
        let occupied = Occupancy::new(&board.setup.star.tables, board.occupied());
        let pieces: Vec<u8> = ones(board.pieces[usize::from(board.to_move)]).map(|hole| hole as u8).collect();
        use_it(Mover { board, occupied: &occupied, pieces: &pieces, jumps: [0; PIECES], asked: 0 })
    }

    #[test]
    fn every_move_is_one_candidate() {
        for board in boards().filter(|board| !board.is_over()) {
            let mut all: Vec<Move> = with_mover(&board, |mut mover| {
                let pairs = (0..mover.pieces.len()).flat_map(|piece| (0..CANDIDATES).map(move |candidate| (piece, candidate)));
                pairs
                    .filter_map(|(piece, candidate)| {
                        Some(Move((usize::from(mover.pieces[piece]) | mover.target(piece, candidate)? << 7) as u64))
                    })
                    .collect()
            });
            let mut moves = (&board as &dyn Position).move_list();
            all.sort_unstable();
            moves.sort_unstable();
            assert_eq!(all, moves, "{}", board.notation());
        }
    }

    /// Both ways to draw are uniform: each move's count is within five standard deviations of the same number.
    #[test]
    fn moves_are_drawn_alike() {
        const GAMES: u32 = 20_000;
        let mut rng = Rng::from_seed(3);
        for board in boards().filter(|board| !board.is_over()) {
            let moves = (&board as &dyn Position).move_list().len() as f64;
            for listed in [false, true] {
                let mut counts = BTreeMap::new();
                for _ in 0..GAMES {
                    let drawn = with_mover(&board, |mover| if listed { mover.list(&mut rng) } else { mover.draw(&mut rng) });
                    *counts.entry(drawn).or_insert(0.0) += 1.0;
                }
                let (expected, deviation) = (f64::from(GAMES) / moves, (f64::from(GAMES) / moves * (1.0 - 1.0 / moves)).sqrt());
                assert_eq!(counts.len() as f64, moves, "{}", board.notation());
                assert!(counts.values().all(|count: &f64| (count - expected).abs() <= 5.0 * deviation), "{}: {counts:?}", board.notation());
            }
        }
    }
}
