//! Positions as text.

use super::{Board, START};
use crate::{NotationError, fen};

/// Red, yellow, green and blue.
const COLOURS: [char; 4] = ['R', 'Y', 'G', 'B'];

impl Board {
    /// The rows from the top (row 1) as in FEN, then the player to move: `8/8/8/3RY3/3BG3/8/8/8 R`.
    pub(super) fn write(&self) -> String {
        let rows = fen::write_rows((8, 8), |column, row| self.letter(column, row));
        format!("{rows} {}", COLOURS[usize::from(self.to_move)])
    }

    pub(super) fn parse(players: usize, text: &str) -> Result<Board, NotationError> {
        let wrong = |what: &str| NotationError::new(format!("`{text}` is not a rolit position: {what}"));
        let Some((rows, mover)) = text.split_once(' ') else {
            return Err(wrong("expected 8 rows and the player to move, as in `8/8/8/3RY3/3BG3/8/8/8 R`"));
        };
        let mut balls = [0; 4];
        for (column, row, colour) in fen::parse_rows(rows, (8, 8), |c| COLOURS.iter().position(|&colour| colour == c))? {
            balls[colour] |= 1 << (8 * row + column);
        }
        let centre = START.iter().fold(0, |all, ball| all | ball);
        if balls.iter().fold(centre, |missing, balls| missing & !balls) != 0 {
            return Err(wrong("the four squares in the centre are never empty"));
        }
        if let Some(colour) = (players..4).find(|&colour| balls[colour] & !START[colour] != 0) {
            return Err(wrong(&format!("nobody plays `{}`, which can have its ball in the centre only", COLOURS[colour])));
        }
        let mut played = COLOURS[..players].iter();
        match played.position(|colour| mover.chars().eq([*colour])) {
            Some(to_move) => Ok(Board::new(players, balls, to_move)),
            None => Err(wrong(&format!("`{mover}` is not a player to move, expected one of `{}`", String::from_iter(&COLOURS[..players])))),
        }
    }

    /// The board with numbered rows, 1 at the top, and lettered columns.
    pub(super) fn picture(&self) -> String {
        let mut text = String::from("   a b c d e f g h\n");
        for row in 0..8 {
            text.push_str(&format!(" {}", row + 1));
            for column in 0..8 {
                text.push(' ');
                text.push(self.letter(column, row).unwrap_or('.'));
            }
            text.push('\n');
        }
        text
    }

    fn letter(&self, column: usize, row: usize) -> Option<char> {
        (0..4).find(|&colour| self.balls[colour] >> (8 * row + column) & 1 == 1).map(|colour| COLOURS[colour])
    }
}
