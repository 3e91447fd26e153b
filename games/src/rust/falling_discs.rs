//! Boards on which discs fall in columns, for any number of players: the first line wins, and a full board is a draw.
//!
//! A column is a run of bits, the lowest square first, followed by one bit that stays empty: it keeps lines from running
//! over into the next column, and adding the lowest bit of a column to the occupied squares carries into its lowest free
//! square (both as in Tromp's and Pons' solvers).

use crate::bits;
use crate::fen;
use crate::hash;
use crate::params::ParamError;
use crate::picture::{self, Area, Colour, Grid, Look, Man, Shade, grid};
use crate::playout::{Playout, Scratch};
use crate::{Move, NotationError, Picture, Player, Position, Rng, Turn};

/// The size of a board and the length of a line.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) columns: u32,
    pub(super) rows: u32,
    pub(super) line: u32,
}

impl Shape {
    /// Whether the board fits 64 bits and a line fits the board.
    pub(super) fn check(self) -> Result<(), ParamError> {
        let Shape { columns, rows, line } = self;
        if columns * (rows + 1) > 64 {
            return Err(ParamError::rule("", format!("`columns` × (`rows` + 1) must be at most 64, not {columns} × ({rows} + 1)")));
        }
        if line > columns.max(rows) {
            return Err(ParamError::rule("line", format!("`line` = {line} is longer than both sides of a board of {columns} × {rows}")));
        }
        Ok(())
    }

    /// The distance between the lowest squares of two columns.
    #[inline(always)]
    fn stride(self) -> u32 {
        self.rows + 1
    }

    /// Whether these discs contain a line. The usual shapes get their own code: constant shifts take a quarter of the time.
    #[inline(always)]
    fn has_line(self, discs: u64) -> bool {
        match self {
            Shape { columns: 7, rows: 6, line: 4 } => Shape { columns: 7, rows: 6, line: 4 }.has_any_line(discs),
            Shape { columns: 5, rows: 4, line: 3 } => Shape { columns: 5, rows: 4, line: 3 }.has_any_line(discs),
            shape => shape.has_any_line(discs),
        }
    }

    #[inline(always)]
    fn has_any_line(self, discs: u64) -> bool {
        self.steps().into_iter().fold(0, |found, step| found | self.starts(discs, step)) != 0
    }

    /// The number of lines within these squares.
    fn lines(self, squares: u64) -> u32 {
        self.steps().into_iter().map(|step| self.starts(squares, step).count_ones()).sum()
    }

    /// The four directions of a line.
    #[inline(always)]
    fn steps(self) -> [u32; 4] {
        [1, self.stride() - 1, self.stride(), self.stride() + 1]
    }

    /// The lowest squares of the lines within these squares that run in steps of this length.
    #[inline(always)]
    fn starts(self, squares: u64, step: u32) -> u64 {
        let (mut starts, mut length) = (squares, 1);
        while length < self.line {
            let more = length.min(self.line - length);
            starts &= starts >> (more * step);
            length += more;
        }
        starts
    }
}

/// A move is the number of its column, from 0 at the left.
#[derive(Clone, Debug)]
pub(super) struct Board<const PLAYERS: usize> {
    shape: Shape,
    /// The lowest square of every column.
    lowest: u64,
    /// All squares.
    squares: u64,
    discs: [u64; PLAYERS],
    to_move: u8,
    /// The player with a line; `PLAYERS` if there is none.
    winner: u8,
}

/// The letters of the players' discs; in lower case they denote the player to move.
const LETTERS: [char; 3] = ['X', 'O', 'Z'];

/// The colours of the players' discs.
const COLOURS: [Colour; 3] = [Colour::Red, Colour::Yellow, Colour::Green];

impl<const PLAYERS: usize> Board<PLAYERS> {
    pub(super) fn start(shape: Shape) -> Self {
        let lowest = (0..shape.columns).fold(0, |set, column| set | 1 << (column * shape.stride()));
        let squares = lowest * ((1 << shape.rows) - 1);
        Board { shape, lowest, squares, discs: [0; PLAYERS], to_move: 0, winner: PLAYERS as u8 }
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.discs.iter().fold(0, |all, discs| all | discs)
    }

    /// The square on which a disc comes to rest in every column that is not full.
    #[inline(always)]
    fn landing(&self) -> u64 {
        (self.occupied() + self.lowest) & self.squares
    }

    #[inline(always)]
    fn is_over(&self) -> bool {
        usize::from(self.winner) < PLAYERS || self.occupied() == self.squares
    }

    /// Random play with the shape as an argument, so that the compiler can specialise it for known shapes.
    #[inline(always)]
    fn run(&mut self, shape: Shape, rng: &mut Rng, cap: u32) -> Playout {
        let mut done = Playout { over: self.is_over(), ..Playout::default() };
        let mut occupied = self.occupied();
        let mut mover = usize::from(self.to_move);
        while !done.over && done.moves < cap {
            // A full column is redrawn, which leaves the others equally likely.
            let disc = loop {
                let column = rng.below(shape.columns as usize) as u32;
                let bottom = 1u64 << (column * shape.stride());
                let disc = (occupied + bottom) & (((1 << shape.rows) - 1) << (column * shape.stride()));
                if disc != 0 {
                    break disc;
                }
            };
            occupied |= disc;
            self.discs[mover] |= disc;
            done.moves += 1;
            if shape.has_line(self.discs[mover]) {
                self.winner = mover as u8;
                done.over = true;
            } else if occupied == self.squares {
                done.over = true;
            }
            mover = if mover + 1 == PLAYERS { 0 } else { mover + 1 };
        }
        self.to_move = mover as u8;
        done.semimoves = done.moves;
        done
    }

    /// The letter at a column and a row from the top.
    fn letter(&self, column: usize, row: usize) -> Option<char> {
        let bit = self.bit(column, row);
        self.discs.iter().zip(LETTERS).find(|(discs, _)| *discs & bit != 0).map(|(_, letter)| letter)
    }

    fn bit(&self, column: usize, row: usize) -> u64 {
        1 << (column as u32 * self.shape.stride() + self.shape.rows - 1 - row as u32)
    }

    fn size(&self) -> (usize, usize) {
        (self.shape.columns as usize, self.shape.rows as usize)
    }

    /// Rows from the top as in FEN, then the player to move: `7/7/7/7/3O3/3X3 x`.
    pub(super) fn parse(shape: Shape, text: &str) -> Result<Self, NotationError> {
        let mut board = Board::start(shape);
        let letters = &LETTERS[..PLAYERS];
        let players = || letters.iter().map(|c| format!("`{}`", c.to_ascii_lowercase())).collect::<Vec<_>>().join(", ");
        let Some((rows, mover)) = text.split_once(' ') else {
            return Err(NotationError::new(format!(
                "`{text}` is not a position: expected the rows of the board, a space and the player to move ({}), as in `{}`",
                players(),
                board.notation()
            )));
        };
        let discs = fen::parse_rows(rows, board.size(), |c| letters.iter().position(|&letter| letter == c))?;
        for (column, row, player) in discs {
            board.discs[player] |= board.bit(column, row);
        }
        // In each column the carry reaches the lowest free square: anything above it floats.
        let landing = board.landing();
        if bits::ones(landing).any(|square| board.occupied() >> square & ((1 << (shape.rows - square % shape.stride())) - 1) != 0) {
            return Err(NotationError::new(format!("a disc floats over an empty square in `{rows}`")));
        }
        let winners: Vec<usize> = (0..PLAYERS).filter(|&player| shape.has_line(board.discs[player])).collect();
        if winners.len() > 1 {
            return Err(NotationError::new(format!("more than one player has a line of {} in `{rows}`", shape.line)));
        }
        board.winner = winners.first().map_or(PLAYERS, |&player| player) as u8;
        let to_move = letters.iter().position(|letter| mover == letter.to_ascii_lowercase().to_string());
        board.to_move = to_move
            .ok_or_else(|| NotationError::new(format!("`{mover}` in `{text}` is not a player to move, expected one of {}", players())))?
            as u8;
        Ok(board)
    }
}

impl<const PLAYERS: usize> Position for Board<PLAYERS> {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if usize::from(self.winner) == PLAYERS {
            let stride = self.shape.stride();
            out.extend(bits::ones(self.landing()).map(|square| Move(u64::from(square / stride))));
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let mover = usize::from(self.to_move);
        let column = (m.0 as u32).wrapping_mul(self.shape.stride());
        self.discs[mover] |= (self.occupied().wrapping_add(1u64.wrapping_shl(column))) & self.squares & !self.occupied();
        if self.shape.has_line(self.discs[mover]) {
            self.winner = self.to_move;
        }
        self.to_move = if mover + 1 == PLAYERS { 0 } else { self.to_move + 1 };
    }

    fn score(&self, player: Player) -> f64 {
        match usize::from(self.winner) {
            winner if winner == player => 1.0,
            winner if winner < PLAYERS => 0.0,
            _ => 1.0 / PLAYERS as f64,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        match self.shape {
            // The usual shapes get their own code: constant shifts halve the time to find a line.
            Shape { columns: 7, rows: 6, line: 4 } => self.run(Shape { columns: 7, rows: 6, line: 4 }, rng, cap),
            Shape { columns: 5, rows: 4, line: 3 } => self.run(Shape { columns: 5, rows: 4, line: 3 }, rng, cap),
            shape => self.run(shape, rng, cap),
        }
    }

    fn key(&self) -> u64 {
        hash::key(&(self.discs, self.to_move))
    }

    /// The player's share of the lines still open to a player, with one line added to each player's count.
    fn evaluate(&self, player: Player) -> Option<f64> {
        let open = |player: Player| {
            let others = self.discs.iter().enumerate().filter(|&(other, _)| other != player).fold(0, |all, (_, discs)| all | discs);
            f64::from(1 + self.shape.lines(self.squares & !others))
        };
        Some(open(player) / (0..PLAYERS).map(open).sum::<f64>())
    }

    fn notation(&self) -> String {
        let rows = fen::write_rows(self.size(), |column, row| self.letter(column, row));
        format!("{rows} {}", LETTERS[usize::from(self.to_move)].to_ascii_lowercase())
    }

    /// The number of the column, from 1, as solvers write games.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for m in submove {
            out.push_str(&(m.0 + 1).to_string());
        }
    }

    fn picture(&self) -> Option<Picture> {
        let (columns, rows) = self.size();
        let mut grid = Grid::new(Look::Squares, columns, rows).each(|_, _, place| {
            place.shape = picture::Shape::Pit;
            place.name.clear();
        });
        let layout = grid.layout();
        let (right, bottom) = (columns as f32 - 0.5, rows as f32 - 0.5);
        layout.areas.push(Area { corners: vec![(-0.5, -0.5), (right, -0.5), (right, bottom), (-0.5, bottom)], shade: Shade::Dark });
        // Moves name columns, which are numbered.
        layout.labels.clear();
        (0..columns).for_each(|column| layout.label((column + 1).to_string(), column as f32, rows as f32));
        layout.colours = COLOURS[..PLAYERS].to_vec();
        Some(grid.picture(|column, row| {
            let letter = self.letter(column, row)?;
            let player = LETTERS.iter().position(|&other| other == letter)?;
            Some(Man::stone(letter, COLOURS[player]))
        }))
    }

    fn men(&self, out: &mut Vec<u16>) -> bool {
        grid::lettered(self.size(), |column, row| self.letter(column, row), out);
        true
    }
}
