//! The contents of a board's squares, for notations by squares.

use crate::position::{Player, Position};

/// A square by its column and row, counted from 0 at the upper left corner.
pub type Square = (usize, usize);

/// A game on a rectangle of squares, or of points, with at most one piece on each. Games that are [exchanged](crate::game::Exchange) in SGF or PGN
/// offer it.
pub trait Squares: Position {
    /// The numbers of columns and rows.
    fn size(&self) -> (usize, usize);

    /// The content of a square.
    fn piece(&self, square: Square) -> Option<Piece>;

    /// The name of a square in moves.
    fn square_name(&self, square: Square) -> String;
}

/// A piece on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Whose it is.
    pub owner: Player,
    /// The upper-case letter of its kind: of chessmen as in FEN, and `S` of stones.
    pub kind: char,
}

impl dyn Squares + '_ {
    /// All squares, row by row from the top.
    pub fn all(&self) -> impl Iterator<Item = Square> + use<> {
        let (columns, rows) = self.size();
        (0..rows).flat_map(move |row| (0..columns).map(move |column| (column, row)))
    }

    /// The squares with pieces of a player, row by row from the top.
    pub fn pieces_of(&self, owner: Player) -> impl Iterator<Item = Square> + '_ {
        self.all().filter(move |&square| self.piece(square).is_some_and(|piece| piece.owner == owner))
    }

    /// The square with this name.
    pub fn named(&self, name: &str) -> Option<Square> {
        self.all().find(|&square| self.square_name(square) == name)
    }
}
