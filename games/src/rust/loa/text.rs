//! Positions of lines of action as text.

use super::{Board, Rules};
use crate::NotationError;
use crate::rust::stone_board::StoneBoard;

impl<const SIZE: u32> Board<SIZE> {
    /// How stones and squares are written.
    pub(super) const STONE_BOARD: StoneBoard = StoneBoard { size: (SIZE, SIZE), stride: 8, letters: ['x', 'o'] };

    /// The board as in FEN, `x` for Black and `o` for White, then the player to move and the number of moves made:
    /// `1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x 0`.
    pub(super) fn write(&self) -> String {
        let rows = Self::STONE_BOARD.write(self.stones);
        format!("{rows} {} {}", ['x', 'o'][usize::from(self.to_move)], self.moves)
    }

    /// Reads what [`Board::write`] wrote.
    pub(in crate::rust) fn parse(rules: Rules, text: &str) -> Result<Self, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a position of lines of action: {what}"));
        let [rows, mover, moves] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| {
            wrong(format!("expected {SIZE} rows of {SIZE} squares, the player to move and the number of moves made, separated by spaces"))
        })?;
        let stones = Self::STONE_BOARD.parse(rows)?;
        let most = Self::stones_at_start();
        for (stones, letter) in stones.into_iter().zip(['x', 'o']) {
            let count = stones.count_ones();
            if !(1..=most).contains(&count) {
                return Err(wrong(format!("`{letter}` has {count} stones, expected 1 to {most}")));
            }
        }
        let to_move = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(wrong(format!("`{mover}` is not a player to move, expected `x` or `o`"))),
        };
        let moves = moves
            .parse()
            .ok()
            .filter(|&moves| moves <= rules.max_moves)
            .ok_or_else(|| wrong(format!("`{moves}` is not a number of moves, expected 0 to {}", rules.max_moves)))?;
        Ok(Board::new(rules, stones, to_move, moves))
    }
}
