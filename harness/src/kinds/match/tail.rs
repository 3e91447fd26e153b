//! The end of a game that begins with an opening: games that come to the same end by other ways are repeats.
//!
//! Openings can be one position by several orders of moves, or one game cut off at several places. From the last moves on such games are the same, and their
//! results are one observation.

use super::outcome::moves_hash;
use std::collections::VecDeque;
use treebench_games::Position;

/// The moves by players that belong to the end. Fewer would be the same by chance, and with more the last places to cut a game would count as different.
const LENGTH: usize = 4;

/// The positions before the last moves by players, each with the length of the text of the moves before it.
#[derive(Default)]
pub(super) struct Tail {
    places: VecDeque<(Box<dyn Position>, usize)>,
}

impl Tail {
    /// A player moves in this position, after moves whose text has this length.
    pub(super) fn push(&mut self, position: &dyn Position, written: usize) {
        let place = if self.places.len() < LENGTH { None } else { self.places.pop_front() };
        let mut place = place.unwrap_or_else(|| (position.boxed(), 0));
        position.store_in(&mut place.0);
        place.1 = written;
        self.places.push_back(place);
    }

    /// The hash of the end of a game with these moves; 0 if no player has moved.
    pub(super) fn hash(&self, moves: &str) -> u64 {
        let last = |(position, written): &(Box<dyn Position>, usize)| {
            continuation(&position.notation(), moves.get(*written..).unwrap_or_default().split_whitespace())
        };
        self.places.front().map_or(0, last)
    }
}

/// The hash of a position, given as its notation, with the words of the moves from there. The counters at the end of a FEN do not count: they depend on the way.
pub(super) fn continuation<'m>(position: &'m str, moves: impl Iterator<Item = &'m str>) -> u64 {
    let fields: Vec<&str> = position.split(' ').collect();
    let counters = fields.iter().rev().take(2).filter(|field| field.parse::<u32>().is_ok()).count();
    let is_fen = fields.len() >= 4 && fields[0].contains('/') && counters == 2;
    let place = &fields[..fields.len() - if is_fen { 2 } else { 0 }];
    let words: Vec<&str> = place.iter().copied().chain(["\n"]).chain(moves).collect();
    moves_hash(&words.join(" ")).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::notation::find_move;
    use treebench_games::params::Values;

    /// The end of a game of breakthrough that begins after some of its moves, in the position or with the moves.
    fn hash(game: &str, begin: usize, with_moves: bool) -> u64 {
        let mut position = treebench_games::games().find("breakthrough").unwrap().build(&Values::default()).unwrap().start();
        let (mut tail, mut moves) = (Tail::default(), String::new());
        for (number, word) in game.split(' ').enumerate() {
            if with_moves || number >= begin {
                tail.push(position.as_ref(), moves.len());
                moves = format!("{moves} {word}").trim().to_owned();
            }
            find_move(position.as_ref(), word).unwrap().iter().for_each(|&m| position.apply(m));
        }
        tail.hash(&moves)
    }

    #[test]
    fn a_game_cut_at_any_place_is_one() {
        let game = "a2-a3 a7-a6 b2-b3 b7-b6 c2-c3 c7-c6 d2-d3 d7-d6";
        let whole = hash(game, 0, true);
        assert!((0..8).all(|begin| hash(game, begin, true) == whole));
        assert!((0..=4).all(|begin| hash(game, begin, false) == whole));
        // By another order of the first moves, too.
        assert_eq!(hash("b2-b3 a7-a6 a2-a3 b7-b6 c2-c3 c7-c6 d2-d3 d7-d6", 0, true), whole);
        assert_ne!(hash("a2-a3 a7-a6 b2-b3 b7-b6 c2-c3 c7-c6 d2-d3 e7-e6", 0, true), whole);
        assert_ne!(hash("h2-h3 a7-a6 b2-b3 b7-b6 c2-c3 c7-c6 d2-d3 d7-d6", 0, true), whole);
    }
}
