//! The squares of a board in columns and rows, and the pieces on them, for notations of other programs.

use crate::capabilities::{Piece, Square};
use crate::game::Exchange;
use crate::picture::{Colour, Form, Man};

/// A board whose places lie in columns and rows.
#[derive(Clone, PartialEq, Debug)]
pub(in crate::rbg) struct SquareGrid {
    /// The numbers of columns and rows.
    pub(in crate::rbg) size: (usize, usize),
    /// The number of the square at every place, row by row from the top.
    numbers: Vec<Option<u16>>,
    /// The kind of every piece of the description.
    pub(in crate::rbg) pieces: Vec<Option<Piece>>,
}

impl SquareGrid {
    /// The board of a game that is exchanged in this notation; `None` if the notation needs no squares, or the places lie otherwise.
    pub(super) fn new(exchange: &Exchange, places: &[(f32, f32)], men: &[Option<Man>]) -> Option<SquareGrid> {
        if *exchange == Exchange::Plain {
            return None;
        }
        let whole = |at: f32| (at >= 0.0 && at.fract() == 0.0).then_some(at as usize);
        let squares: Vec<Square> = places.iter().map(|&(x, y)| Some((whole(x)?, whole(y)?))).collect::<Option<_>>()?;
        let columns = squares.iter().map(|square| square.0 + 1).max()?;
        let rows = squares.iter().map(|square| square.1 + 1).max()?;
        let mut numbers = vec![None; columns * rows];
        for (number, &(column, row)) in squares.iter().enumerate() {
            numbers[row * columns + column] = u16::try_from(number).ok();
        }
        let pieces = men.iter().map(|man| piece(exchange, man.as_ref()?)).collect();
        Some(SquareGrid { size: (columns, rows), numbers, pieces })
    }

    /// The number of a square in the description.
    pub(in crate::rbg) fn at(&self, (column, row): Square) -> Option<u16> {
        *self.numbers.get(row * self.size.0 + column)?
    }
}

/// A piece that looks like this: a stone in SGF, a chessman in PGN.
fn piece(exchange: &Exchange, man: &Man) -> Option<Piece> {
    let white_first = matches!(exchange, Exchange::Pgn { .. });
    let owner = match man.colour {
        Colour::White => usize::from(!white_first),
        Colour::Black => usize::from(white_first),
        _ => return None,
    };
    let kind = if white_first { man.letter.chars().next()?.to_ascii_uppercase() } else { 'S' };
    (!white_first || man.form == Form::Figure).then_some(Piece { owner, kind })
}
