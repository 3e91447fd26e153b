//! Positions and moves of lines of action as text.

use super::{Board, PASS, Rules};
use crate::{Move, NotationError, fen};

impl<const SIZE: u32> Board<SIZE> {
    /// The board as in FEN, `x` for Black and `o` for White, then the player to move and the number of moves made:
    /// `1xxxxxx1/o6o/o6o/o6o/o6o/o6o/o6o/1xxxxxx1 x 0`.
    pub(super) fn write(&self) -> String {
        let rows = fen::write_rows((SIZE as usize, SIZE as usize), |column, row| self.letter(column, row));
        format!("{rows} {} {}", ['x', 'o'][usize::from(self.to_move)], self.moves)
    }

    /// Reads what [`Board::write`] wrote.
    pub(in crate::rust) fn parse(rules: Rules, text: &str) -> Result<Self, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a position of lines of action: {what}"));
        let [rows, mover, moves] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| {
            wrong(format!("expected {SIZE} rows of {SIZE} squares, the player to move and the number of moves made, separated by spaces"))
        })?;
        let found = fen::parse_rows(rows, (SIZE as usize, SIZE as usize), |c| match c {
            'x' => Some(0),
            'o' => Some(1),
            _ => None,
        })?;
        let mut stones = [0u64; 2];
        for (column, row, player) in found {
            stones[player] |= 1 << Self::square(column, row);
        }
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

    pub(super) fn write_semimove(&self, m: Move, out: &mut String) {
        if m == PASS {
            out.push_str("pass");
            return;
        }
        let (from, to) = (m.0 & 63, m.0 >> 6 & 63);
        let captures = self.stones[usize::from(1 - self.to_move)] >> to & 1 == 1;
        for (square, sign) in [(from, Some(if captures { 'x' } else { '-' })), (to, None)] {
            fen::write_square((square & 7) as usize, (square >> 3) as usize, out);
            out.extend(sign);
        }
    }

    /// The letter at a column and a row from the top.
    pub(super) fn letter(&self, column: usize, row: usize) -> Option<char> {
        let square = Self::square(column, row);
        match (self.stones[0] >> square & 1, self.stones[1] >> square & 1) {
            (1, _) => Some('x'),
            (_, 1) => Some('o'),
            _ => None,
        }
    }

    /// The number of the square at a column and a row from the top.
    fn square(column: usize, row: usize) -> u32 {
        8 * (SIZE - 1 - row as u32) + column as u32
    }
}
