//! Tic-tac-toe: three in a row on a board of 3×3. Small enough to be solved, so every search is tested on it.

use crate::picture::{Colour, Form, Grid, Look, Man, grid};
use crate::{Game, GameInfo, Move, NotationError, Picture, Player, Position, Turn};
use crate::{Params, game, hash};

/// Tic-tac-toe on 3×3: X (player 0) and O alternate; three in a row wins, and a full board is a draw.
#[derive(Params, Clone, Debug)]
struct TicTacToe;

#[game("tic-tac-toe")]
impl Game for TicTacToe {
    fn info(&self) -> GameInfo {
        GameInfo::win_draw_loss(2)
    }

    fn start(&self) -> Box<dyn Position> {
        Box::new(Board { marks: [0, 0], to_move: 0 })
    }

    fn parse(&self, notation: &str) -> Result<Box<dyn Position>, NotationError> {
        Board::parse(notation).map(|board| -> Box<dyn Position> { Box::new(board) })
    }
}

/// All nine squares.
const FULL: u16 = 0o777;
/// The eight rows, columns and diagonals.
const LINES: [u16; 8] = [0o007, 0o070, 0o700, 0o111, 0o222, 0o444, 0o421, 0o124];

/// Squares are bits 0 (a3, upper left) to 8 (c1, lower right); a move is the number of its square.
#[derive(Clone, Debug)]
struct Board {
    marks: [u16; 2],
    to_move: u8,
}

impl Board {
    fn wins(marks: u16) -> bool {
        LINES.iter().any(|&line| !marks & line == 0)
    }

    fn free(&self) -> u16 {
        FULL & !(self.marks[0] | self.marks[1])
    }

    /// Rows from the top separated by `/`, `.` for an empty square, then the player to move: `X.O/.X./... o`.
    fn parse(text: &str) -> Result<Board, NotationError> {
        let wrong = || {
            NotationError::new(format!(
                "`{text}` is not a tic-tac-toe position: expected three rows and the player to move, as in `X.O/.X./... o`"
            ))
        };
        let (rows, mover) = text.split_once(' ').ok_or_else(wrong)?;
        let mut marks = [0, 0];
        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != 3 || rows.iter().any(|row| row.len() != 3) {
            return Err(wrong());
        }
        for (square, mark) in rows.iter().flat_map(|row| row.chars()).enumerate() {
            match mark {
                'X' => marks[0] |= 1 << square,
                'O' => marks[1] |= 1 << square,
                '.' => {}
                _ => return Err(wrong()),
            }
        }
        let to_move = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(wrong()),
        };
        Ok(Board { marks, to_move })
    }

    fn rows(&self, between: &str) -> String {
        let mark = |square: u32| match (self.marks[0] >> square & 1, self.marks[1] >> square & 1) {
            (1, _) => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        (0..3).map(|row| (0..3).map(|column| mark(3 * row + column)).collect::<String>()).collect::<Vec<_>>().join(between)
    }
}

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        // Only the player who has just moved can have completed a row.
        if Board::wins(self.marks[usize::from(1 - self.to_move)]) || self.free() == 0 {
            Turn::Over
        } else {
            Turn::Player(usize::from(self.to_move))
        }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.turn() == Turn::Over {
            return;
        }
        let free = self.free();
        out.extend((0..9).filter(|square| free >> square & 1 == 1).map(Move));
    }

    fn apply(&mut self, m: Move) {
        self.marks[usize::from(self.to_move)] |= 1 << m.0;
        self.to_move = 1 - self.to_move;
    }

    fn score(&self, player: Player) -> f64 {
        match (Board::wins(self.marks[player]), Board::wins(self.marks[1 - player])) {
            (true, _) => 1.0,
            (_, true) => 0.0,
            _ => 0.5,
        }
    }

    fn key(&self) -> u64 {
        hash::key(&(self.marks, self.to_move))
    }

    fn notation(&self) -> String {
        format!("{} {}", self.rows("/"), ['x', 'o'][usize::from(self.to_move)])
    }

    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            out.push(['a', 'b', 'c'][(m.0 % 3) as usize]);
            out.push(['3', '2', '1'][(m.0 / 3) as usize]);
        }
    }

    fn picture(&self) -> Option<Picture> {
        let colours = [Colour::Red, Colour::Blue];
        let mut grid = Grid::new(Look::Squares, 3, 3);
        grid.layout().colours = colours.to_vec();
        Some(grid.picture(|column, row| {
            let player = self.marks.iter().position(|marks| marks >> (3 * row + column) & 1 == 1)?;
            let (letter, glyph) = [('X', "×"), ('O', "○")][player];
            Some(Man::stone(letter, colours[player]).glyph(glyph).form(Form::Figure))
        }))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        let owner = |square: usize| self.marks.iter().position(|marks| marks >> square & 1 == 1);
        grid::lettered((3, 3), |column, row| owner(3 * row + column).map(|player| ['X', 'O'][player]), out);
        true
    }
}
