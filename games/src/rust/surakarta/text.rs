//! Positions and moves of surakarta as text.

use super::board::{Board, PASS, Rules, STONES};
use super::loops::SIDE;
use crate::{Move, NotationError, fen};

/// Columns and rows.
const SIZE: (usize, usize) = (SIDE as usize, SIDE as usize);

impl Board {
    /// The board as in FEN, `x` for Black and `o` for White, then the player to move, the number of moves since the last capture and the
    /// number of all moves: `oooooo/oooooo/6/6/xxxxxx/xxxxxx x 0 0`.
    pub(super) fn write(&self) -> String {
        let rows = fen::write_rows(SIZE, |column, row| self.letter(column, row));
        format!("{rows} {} {} {}", ['x', 'o'][usize::from(self.to_move)], self.quiet, self.moves)
    }

    /// Reads what [`Board::write`] wrote.
    pub(super) fn parse(rules: Rules, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: String| NotationError::new(format!("`{text}` is not a surakarta position: {what}"));
        let [rows, mover, quiet, moves] = text.split(' ').collect::<Vec<_>>().try_into().map_err(|_| {
            wrong("expected the rows of the board, the player to move, and the moves since the last capture and since the start, separated by spaces".to_owned())
        })?;
        let found = fen::parse_rows(rows, SIZE, |c| match c {
            'x' => Some(0),
            'o' => Some(1),
            _ => None,
        })?;
        let mut stones = [0u64; 2];
        for (column, row, player) in found {
            stones[player] |= 1 << square(column, row);
        }
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
        let square = square(column, row);
        match (self.stones[0] >> square & 1, self.stones[1] >> square & 1) {
            (1, _) => Some('x'),
            (_, 1) => Some('o'),
            _ => None,
        }
    }
}

/// The number of the square at a column and a row from the top.
fn square(column: usize, row: usize) -> u32 {
    8 * (SIDE - 1 - row as u32) + column as u32
}
