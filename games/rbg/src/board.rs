//! The board: a directed graph whose edges are labelled with directions.

use treebench_compile::{Direction, Piece, Square};

/// A board with the pieces on it when the game starts. Squares are numbered in the order of the description.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The names of the directions, in the order of the board generator's arguments or of their first use in a graph.
    pub directions: Vec<String>,
    /// The names of the squares: `e4` on a rectangle (file from the left, rank from below), the vertex's name in a graph.
    pub names: Vec<String>,
    /// The piece on each square when the game starts.
    pub pieces: Vec<Piece>,
    /// `next[direction][square]`: the target of the edge, if there is one.
    pub next: Vec<Vec<Option<Square>>>,
    /// Where to draw each square, as (column, row) from the top left corner, in half squares so that hexagons fit.
    pub places: Vec<(u16, u16)>,
}

impl Board {
    /// The number of squares.
    pub fn squares(&self) -> usize {
        self.pieces.len()
    }

    /// The neighbour of a square in a direction.
    #[inline]
    pub fn step(&self, square: Square, direction: Direction) -> Option<Square> {
        self.next[usize::from(direction.0)][usize::from(square)]
    }
}

/// Where to draw the squares of a board that is listed square by square, in half squares: by their names, if all are a file and a rank
/// (`e4`); otherwise in rows, in the order of the list.
pub(crate) fn places(names: &[String]) -> Vec<(u16, u16)> {
    if let Some(found) = names.iter().map(|name| file_and_rank(name)).collect::<Option<Vec<_>>>() {
        let leftmost = found.iter().map(|&(file, _)| file).min().unwrap_or(0);
        let top = found.iter().map(|&(_, rank)| rank).max().unwrap_or(0);
        return found.iter().map(|&(file, rank)| (2 * (file - leftmost), 2 * (top - rank))).collect();
    }
    let columns = (1..).find(|columns| columns * columns >= names.len()).unwrap_or(1);
    (0..names.len()).map(|i| ((i % columns * 2) as u16, (i / columns * 2) as u16)).collect()
}

/// `e4`: 4, 4. Up to 26 files and 99 ranks.
fn file_and_rank(name: &str) -> Option<(u16, u16)> {
    let file = name.bytes().next().filter(u8::is_ascii_lowercase)?;
    let rank = name[1..].parse().ok().filter(|rank| (1..100).contains(rank))?;
    Some((u16::from(file - b'a'), rank))
}
