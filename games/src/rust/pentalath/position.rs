//! Pentalath as a position.

use super::board::Board;
use super::playout;
use super::shape::ones;
use crate::picture::grid::HEXAGON_ROW;
use crate::picture::{Colour, Grid, Man};
use crate::playout::{Playout, Scratch};
use crate::{Move, Picture, Player, Position, Rng, Turn, fen, hash};

/// The move of a player who cannot place a stone; every other move is the number of its cell.
const PASS: Move = Move(128);

impl Position for Board {
    #[inline]
    fn turn(&self) -> Turn {
        if self.is_over() { Turn::Over } else { Turn::Player(usize::from(self.to_move)) }
    }

    fn moves(&self, out: &mut Vec<Move>) {
        out.clear();
        if self.is_over() {
            return;
        }
        out.extend(ones(self.legal(usize::from(self.to_move))).map(|cell| Move(u64::from(cell))));
        if out.is_empty() {
            out.push(PASS);
        }
    }

    #[inline]
    fn apply(&mut self, m: Move) {
        let shape = self.shape;
        self.play(&shape, (m != PASS).then_some(1 << (m.0 & 127)));
    }

    fn score(&self, player: Player) -> f64 {
        match self.won {
            true if player == usize::from(self.to_move) => 0.0,
            true => 1.0,
            false => 0.5,
        }
    }

    fn playout(&mut self, rng: &mut Rng, cap: u32, _scratch: &mut Scratch) -> Playout {
        playout::run(self, rng, cap)
    }

    /// The number of moves is left out: it only brings the draw nearer.
    fn key(&self) -> u64 {
        // In halves, because the standard library hashes wider words in the machine's byte order.
        hash::key(&(self.stones.map(|set| [set as u64, (set >> 64) as u64]), self.to_move))
    }

    fn notation(&self) -> String {
        self.notation()
    }

    /// `d5`, the fifth cell from the left in the fourth row from the top, or `pass`.
    fn write_move(&self, submove: &[Move], out: &mut String) {
        for &m in submove {
            match m {
                PASS => out.push_str("pass"),
                Move(cell) => out.push_str(&self.shape.name(cell as u32 & 127)),
            }
        }
    }

    fn picture(&self) -> Option<Picture> {
        let rows: Vec<Vec<u32>> = (0..self.shape.rows).map(|row| self.shape.row(row).collect()).collect();
        let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
        let mut grid = Grid::hexagons(&lengths).each(|column, row, place| place.name = self.shape.name(rows[row][column]));
        let widest = grid.columns();
        for (row, &length) in lengths.iter().enumerate() {
            let (x, y) = ((widest - length) as f32 / 2.0 - 1.0, row as f32 * HEXAGON_ROW);
            grid.layout().label(fen::column_letter(row), x, y);
            grid.layout().label(length.to_string(), x + 1.0 + length as f32, y);
        }
        let colours = [Colour::Black, Colour::White];
        grid.layout().colours = colours.to_vec();
        Some(grid.picture(|column, row| {
            let letter = self.letter(rows[row][column])?;
            Some(Man::stone(letter, colours[usize::from(letter != 'X')]))
        }))
    }
}
