//! Pentago as a position: turns, notation and random play.

use super::quadrants::{SIZE, has_line, square};
use super::{Board, TURNS};
use crate::picture::{Colour, Grid, Look, Man};
use crate::playout::{Playout, Scratch};
use crate::{Move, NotationError, Picture, Player, Position, Rng, Turn, bits, fen, hash};

/// The players' letters on the board; in lower case they denote the player to move.
const LETTERS: [char; 2] = ['X', 'O'];

/// A move is its square plus 64 × its rotation, or plus 64 × 8 if the stone wins at once.
fn coded(square: u32, turn: Option<u32>) -> Move {
    Move(u64::from(square | turn.unwrap_or(TURNS) << 6))
}

/// Splits the result of `coded`.
#[inline(always)]
fn decoded(m: Move) -> (u32, Option<u32>) {
    let turn = (m.0 >> 6) as u32;
    (m.0 as u32 & 63, (turn < TURNS).then_some(turn))
}

impl Board {
    /// The rows as in FEN, `X` for player 0 and `O` for player 1, then the player to move: `6/6/2X3/6/6/6 o`.
    pub(super) fn parse(instant_win: bool, text: &str) -> Result<Board, NotationError> {
        let Some((rows, mover)) = text.split_once(' ') else {
            return Err(NotationError::new(format!(
                "`{text}` is not a pentago position: expected 6 rows of 6 squares and the player to move, as in `6/6/2X3/6/6/6 o`"
            )));
        };
        let mut board = Board { stones: [0; 2], to_move: 0, instant_win };
        for (column, row, player) in fen::parse_rows(rows, (SIZE, SIZE), |c| LETTERS.iter().position(|&letter| letter == c))? {
            board.stones[player] |= 1 << square(column, row);
        }
        board.to_move = match mover {
            "x" => 0,
            "o" => 1,
            _ => return Err(NotationError::new(format!("`{mover}` in `{text}` is not a player to move, expected `x` or `o`"))),
        };
        let [x, o] = board.stones.map(u64::count_ones);
        if x != o + u32::from(board.to_move) {
            return Err(NotationError::new(format!(
                "{x} stones of X and {o} of O with `{mover}` to move in `{text}`: expected as many of each, or one more of X with `o` to move"
            )));
        }
        Ok(board)
    }

    fn letter(&self, column: usize, row: usize) -> Option<char> {
        let square = square(column, row);
        self.stones.iter().zip(LETTERS).find(|(stones, _)| *stones >> square & 1 == 1).map(|(_, letter)| letter)
    }
}

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(self.mover()) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        for square in bits::ones(self.empty()) {
            if self.wins_at_once(square) {
                out.push(coded(square, None));
            } else {
                out.extend((0..TURNS).map(|turn| coded(square, Some(turn))));
            }
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let (square, turn) = decoded(m);
        self.play(square, turn);
    }

    fn score(&self, player: Player) -> f64 {
        match (has_line(self.stones[player]), has_line(self.stones[1 - player])) {
            (true, false) => 1.0,
            (false, true) => 0.0,
            _ => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        play_out(self, rng, cap)
    }

    /// A key of the stones; their number determines the player to move.
    fn key(&self) -> u64 {
        hash::key(&self.stones)
    }

    fn notation(&self) -> String {
        let rows = fen::write_rows((SIZE, SIZE), |column, row| self.letter(column, row));
        format!("{rows} {}", LETTERS[self.mover()].to_ascii_lowercase())
    }

    /// OpenSpiel's notation, `c3t`: the square, rows counted from the top, and a letter for the rotation. `s`, `u`, `w` and `y` rotate the
    /// quadrants to the left, clockwise from the upper left one; `t`, `v`, `x` and `z` rotate them to the right. A stone that wins at once
    /// has no letter.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            let (place, turn) = decoded(m);
            let squares = (0..SIZE * SIZE).map(|i| (i % SIZE, i / SIZE));
            for (column, row) in squares.filter(|&(column, row)| square(column, row) == place) {
                fen::write_square(column, row, out);
            }
            out.extend(turn.map(|turn| char::from(b's' + turn as u8)));
        }
    }

    fn picture(&self) -> Option<Picture> {
        // The quadrants are a little apart. The letter of each rotation marks where it begins to push the edge of the board.
        let apart = |at: f32| if at > 2.5 { at + 0.2 } else { at };
        let mut grid = Grid::from_top(Look::Squares, SIZE, SIZE).each(|_, _, place| {
            (place.x, place.y) = (apart(place.x), apart(place.y));
        });
        let layout = grid.layout();
        layout.labels.clear();
        for (i, name) in ('a'..='f').enumerate() {
            layout.label((i + 1).to_string(), -1.75, apart(i as f32));
            layout.label(name, apart(i as f32), -1.6);
        }
        let edges = [(-0.85, 1.0), (1.0, -0.85), (4.0, -0.85), (5.85, 1.0), (5.85, 4.0), (4.0, 5.85), (1.0, 5.85), (-0.85, 4.0)];
        for (turn, (x, y)) in edges.into_iter().enumerate() {
            layout.label(char::from(b's' + turn as u8), apart(x), apart(y));
        }
        layout.colours = COLOURS.to_vec();
        Some(grid.picture(|column, row| {
            let letter = self.letter(column, row)?;
            Some(Man::stone(letter, COLOURS[usize::from(letter != LETTERS[0])]))
        }))
    }
}

/// The colours of both players' stones.
const COLOURS: [Colour; 2] = [Colour::White, Colour::Black];

/// Plays to the end or to the cap on moves.
fn play_out(board: &mut Board, rng: &mut Rng, cap: u32) -> Playout {
    Playout::of_plies(board, rng, cap, Board::is_over, ply)
}

/// One random move, without listing moves. An empty square and a rotation are drawn together. Where the stone wins at once there is one
/// move instead of eight, so only one of the eight rotations is accepted.
#[inline(always)]
fn ply(board: &mut Board, rng: &mut Rng) {
    let empty = board.empty();
    let pairs = empty.count_ones() * TURNS;
    loop {
        let drawn = rng.below(pairs as usize) as u32;
        let (square, turn) = (bits::select(empty, drawn / TURNS), drawn % TURNS);
        if !board.wins_at_once(square) {
            return board.play(square, Some(turn));
        }
        if turn == 0 {
            return board.play(square, None);
        }
    }
}
