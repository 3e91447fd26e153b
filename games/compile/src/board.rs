//! The board, the pieces on it, and the players.

/// A square: its index. Square 0 is the current square when the game starts.
pub type Square = u16;

/// A kind of piece, at most 255 of them. Every square holds exactly one piece; an empty square holds one that means "empty".
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece(pub u16);

/// A direction: its place in [`Board::next`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Direction(pub u16);

/// Who is in control.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Control {
    /// The player with this number.
    Player(u16),
    /// The keeper, who makes the moves that no player chooses.
    Keeper,
}

/// Squares, their neighbours, and the pieces on them when the game starts.
#[derive(Clone, Debug)]
pub struct Board {
    /// The piece on each square when the game starts.
    pub setup: Vec<Piece>,
    /// The number of kinds of pieces.
    pub pieces: usize,
    /// `next[direction][square]`: the neighbour in that direction, if there is one.
    pub next: Vec<Vec<Option<Square>>>,
}

impl Board {
    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.setup.len()
    }

    /// The neighbour of a square in a direction.
    #[inline]
    pub fn step(&self, square: Square, direction: Direction) -> Option<Square> {
        self.next[usize::from(direction.0)][usize::from(square)]
    }
}
