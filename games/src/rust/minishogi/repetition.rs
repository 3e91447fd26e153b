//! Minishogi in which repetition loses.

use super::board::Board;
use crate::hash;
use crate::notation::find_move;
use crate::{Move, NotationError, Picture, Player, Position, Turn};
use std::sync::Arc;

/// Between the position in which a game began and the moves since.
const AFTER: &str = " after ";

/// A board that remembers all positions of its game. Its key depends on them, so that searches find no transpositions.
#[derive(Debug)]
pub(super) struct GameHistory {
    board: Board,
    /// Occurrences of a position that end the game.
    limit: usize,
    /// The position in which the game began.
    start: Arc<str>,
    moves: Vec<Move>,
    /// All positions so far: their keys, and whether the player to move is in check.
    past: Vec<(u64, bool)>,
    /// A key of the past.
    chain: u64,
    /// Who has lost by repetition.
    loser: Option<Player>,
}

impl Clone for GameHistory {
    fn clone(&self) -> Self {
        GameHistory {
            board: self.board.clone(),
            start: Arc::clone(&self.start),
            moves: self.moves.clone(),
            past: self.past.clone(),
            ..*self
        }
    }

    /// Allocates only if this game has never been as long.
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.start = Arc::clone(&other.start);
        self.moves.clone_from(&other.moves);
        self.past.clone_from(&other.past);
        (self.limit, self.chain, self.loser) = (other.limit, other.chain, other.loser);
    }
}

impl GameHistory {
    pub(super) fn new(board: Board, limit: u32) -> GameHistory {
        let start = board.notation().into();
        let mut new = GameHistory { board, limit: limit as usize, start, moves: Vec::new(), past: Vec::new(), chain: 0, loser: None };
        new.remember();
        new
    }

    /// Reads the output of [`Position::notation`].
    pub(super) fn parse(text: &str, max_moves: u32, limit: u32) -> Result<GameHistory, NotationError> {
        let (start, moves) = text.split_once(AFTER).map_or((text, None), |(start, moves)| (start, Some(moves)));
        let mut here = GameHistory::new(Board::parse(start, max_moves)?, limit);
        for word in moves.into_iter().flat_map(|moves| moves.split('/')) {
            let submove = find_move(&here, word).map_err(|error| NotationError::new(format!("`{text}`: {error}")))?;
            submove.into_iter().for_each(|m| here.apply(m));
        }
        Ok(here)
    }

    fn remember(&mut self) {
        let player = usize::from(self.board.to_move);
        let (key, check) = (self.board.key(), self.board.in_check(player));
        self.past.push((key, check));
        self.chain = hash::key(&(self.chain, key));
        let mut occurrences = self.past.iter().enumerate().filter(|(_, (other, _))| *other == key);
        let first = occurrences.next().map_or(0, |(at, _)| at);
        if 1 + occurrences.count() >= self.limit {
            // Players take turns, so that every second position since the first occurrence is after a move of the same player.
            let checked = |last: usize| self.past[first + 1..].iter().rev().skip(last).step_by(2).all(|(_, check)| *check);
            self.loser = Some(match [checked(0), checked(1)] {
                [true, false] => 1 - player,
                [false, true] => player,
                _ => 0,
            });
        }
    }
}

impl Position for GameHistory {
    fn turn(&self) -> Turn {
        if self.loser.is_some() { Turn::Over } else { self.board.turn() }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.loser.is_none() {
            self.board.moves(out);
        }
    }

    fn apply(&mut self, m: Move) {
        self.board.apply(m);
        self.moves.push(m);
        self.remember();
    }

    fn score(&self, player: Player) -> f64 {
        self.loser.map_or_else(|| self.board.score(player), |loser| f64::from(u8::from(player != loser)))
    }

    fn key(&self) -> u64 {
        self.chain
    }

    fn evaluate(&self, player: Player) -> Option<f64> {
        self.board.evaluate(player)
    }

    fn notation(&self) -> String {
        let mut text = self.start.to_string();
        // A move is written without looking at the board.
        for (number, &m) in self.moves.iter().enumerate() {
            text += if number == 0 { AFTER } else { "/" };
            self.board.write_move(&[m], &mut text);
        }
        text
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        self.board.write_move(submove, out);
    }

    fn picture(&self) -> Option<Picture> {
        self.board.picture()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays moves again and again, and says after how many the game is over, and what Sente has.
    fn cycle(start: &str, moves: &str, limit: u32) -> (usize, f64) {
        let mut here = GameHistory::parse(start, 1000, limit).unwrap();
        for (ply, word) in moves.split(' ').cycle().enumerate() {
            if here.turn() == Turn::Over {
                assert_eq!(here.notation(), GameHistory::parse(&here.notation(), 1000, limit).unwrap().notation());
                assert!(here.move_list().is_empty());
                return (ply, here.score(0));
            }
            find_move(&here, word).unwrap().into_iter().for_each(|m| here.apply(m));
        }
        unreachable!("the moves never end")
    }

    impl GameHistory {
        fn move_list(&self) -> Vec<Move> {
            let mut list = Vec::new();
            self.moves(&mut list);
            list
        }
    }

    #[test]
    fn who_begins_loses_by_repetition_and_who_always_gives_check() {
        let quiet = "4e4d 2a2b 4d4e 2b2a";
        assert_eq!(cycle("rbsgk/4p/5/P4/KGSBR b - 1", quiet, 4), (12, 0.0));
        assert_eq!(cycle("rbsgk/4p/5/P4/KGSBR b - 1", quiet, 2), (4, 0.0));
        // Gote checks with the rook from the side.
        assert_eq!(cycle("2k2/5/5/5/r3K b - 1", "1e1d 5e5d 1d1e 5d5e", 4), (12, 1.0));
        assert_eq!(cycle("k3R/5/5/5/2K2 w - 1", "5a5b 1a1b 5b5a 1b1a", 3), (8, 0.0));
        // One move without check in between.
        assert_eq!(cycle("2k2/5/5/5/r3K b - 1", "1e1d 5e5c 1d1e 5c5e", 3), (8, 0.0));
    }
}
