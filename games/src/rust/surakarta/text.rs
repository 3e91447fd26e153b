//! Positions and moves of surakarta as text.

use super::super::stone_board::StoneBoard;
use super::board::{Board, Rules, STONES};
use super::loops::SIDE;
use crate::NotationError;

pub(super) const STONE_BOARD: StoneBoard = StoneBoard { size: (SIDE, SIDE), stride: 8, letters: ['x', 'o'] };

impl Board {
    /// The board as in FEN, `x` for Black and `o` for White, then the player to move, the number of moves since the last capture and the
    /// number of all moves: `oooooo/oooooo/6/6/xxxxxx/xxxxxx x 0 0`.
    pub(super) fn write(&self) -> String {
        let rows = STONE_BOARD.write(self.stones);
        format!("{rows} {} {} {}", ['x', 'o'][usize::from(self.to_move)], self.quiet, self.moves)
    }

    /// Reads what [`Board::write`] wrote.
    pub(super) fn parse(rules: Rules, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a surakarta position: {what}"));
        let [rows, mover, quiet, moves] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| {
            wrong("expected the rows of the board, the player to move, and the moves since the last capture and since the start, separated by spaces".to_owned())
        })?;
        let stones = STONE_BOARD.parse(rows)?;
        for (stones, letter) in stones.into_iter().zip(['x', 'o']) {
            let count = stones.count_ones();
            if count > STONES {
                return Err(wrong(format!("`{letter}` has {count} stones, expected at most {STONES}")));
            }
        }
        let to_move = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(wrong(format!("`{mover}` is not a player to move, expected `x` or `o`"))),
        };
        if stones[1 - to_move] == 0 {
            return Err(wrong("the player who moved last has no stone".to_owned()));
        }
        let number = |text: &str, most: u32| {
            text.parse()
                .ok()
                .filter(|&number: &u32| number <= most)
                .ok_or_else(|| wrong(format!("`{text}` is not a number of moves, expected 0 to {most}")))
        };
        let moves = number(moves, rules.max_moves)?;
        let quiet = number(quiet, moves.min(rules.quiet_limit))?;
        Ok(Board::new(rules, stones, to_move as u8, quiet, moves))
    }
}
