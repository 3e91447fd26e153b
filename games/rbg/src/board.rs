//! The board: a directed graph whose edges are labelled with directions.

use crate::expr::{Direction, Piece};

/// A square: its place in the order of the description. The first one is the current square when the game starts.
pub type Square = u16;

/// A board with the pieces on it when the game starts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The names of the directions, in the order of the board generator's arguments or of their first use in a graph.
    pub directions: Vec<String>,
    /// The names of the squares: `e4` on a rectangle (file from the left, rank from below), the vertex's name in a graph.
    pub names: Vec<String>,
    /// The piece on each square when the game starts.
    pub pieces: Vec<Piece>,
    /// `next[direction][square]`: where the edge leads, if there is one.
    pub next: Vec<Vec<Option<Square>>>,
    /// Where to draw each square, as (column, row) from the top left corner, in half squares so that hexagons fit.
    pub places: Vec<(u16, u16)>,
}

impl Board {
    /// How many squares it has.
    pub fn squares(&self) -> usize {
        self.pieces.len()
    }

    /// The neighbour of a square in a direction.
    #[inline]
    pub fn step(&self, square: Square, direction: Direction) -> Option<Square> {
        self.next[usize::from(direction.0)][usize::from(square)]
    }
}
