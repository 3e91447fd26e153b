//! Boards as text: by the generator that makes the same board, if there is one, otherwise square by square.

use crate::board::Board;
use crate::generators::{self, Row};
use std::fmt::Write as _;
use treebench_compile::Piece;

/// A board as text.
pub(super) fn text(board: &Board, pieces: &[String]) -> String {
    if let Some(places) = Places::of(board) {
        let made = [("rectangle", places.rectangle(board)), ("hexagon", places.hexagon(board)), ("cuboid", places.cuboid(board))];
        for (name, made) in made {
            if let Some((layers, made)) = made
                && made == *board
            {
                return generated(name, &board.directions, &layers, pieces);
            }
        }
    }
    listed(board, pieces)
}

/// Layers of rows and the board that they make.
type Layers = (Vec<Vec<Row>>, Board);

/// The layer, row and column of each square, read from its name and from where it is drawn.
struct Places {
    squares: Vec<[usize; 3]>,
    size: [usize; 3],
}

impl Places {
    fn of(board: &Board) -> Option<Places> {
        let mut squares = Vec::new();
        for (name, &(_, y)) in board.names.iter().zip(&board.places) {
            let rank = name.find(|c: char| c.is_ascii_digit())?;
            let layer = rank + name[rank..].find(|c: char| !c.is_ascii_digit()).unwrap_or(name.len() - rank);
            let depth = if layer < name.len() { number(&name[layer..].to_lowercase())? } else { 0 };
            squares.push([depth, usize::from(y / 2), number(&name[..rank])?]);
        }
        let size = |i: usize| squares.iter().map(|square: &[usize; 3]| square[i] + 1).max().unwrap_or(0);
        let size = [size(0), size(1), size(2)];
        // Names may say anything, but no board is larger than this.
        let places = size.iter().try_fold(1usize, |product, &side| product.checked_mul(side));
        places.filter(|&places| places <= 1 << 20)?;
        Some(Places { squares, size })
    }

    /// The pieces in layers of rows; `length` gives the length of each row.
    fn layers(&self, board: &Board, length: impl Fn(usize) -> usize) -> Option<Vec<Vec<Row>>> {
        let layer: Vec<Row> = (0..self.size[1]).map(|row| vec![None; length(row)]).collect();
        let mut layers = vec![layer; self.size[0]];
        for (&[layer, row, column], &piece) in self.squares.iter().zip(&board.pieces) {
            *layers[layer][row].get_mut(column)? = Some(piece);
        }
        Some(layers)
    }

    fn rectangle(&self, board: &Board) -> Option<Layers> {
        if board.directions.len() != 4 || self.size[0] != 1 {
            return None;
        }
        let mut layers = self.layers(board, |_| self.size[2])?;
        Some((layers.clone(), generators::rectangle(board.directions.clone(), layers.remove(0))))
    }

    fn cuboid(&self, board: &Board) -> Option<Layers> {
        if board.directions.len() != 6 {
            return None;
        }
        let layers = self.layers(board, |_| self.size[2])?;
        Some((layers.clone(), generators::cuboid(board.directions.clone(), layers)))
    }

    fn hexagon(&self, board: &Board) -> Option<Layers> {
        if board.directions.len() != 6 || self.size[0] != 1 {
            return None;
        }
        // The indentation of a row shows how much shorter it is than the longest.
        let mut inset = vec![0; self.size[1]];
        let mut widest = 0;
        for (&[_, row, column], &(x, _)) in self.squares.iter().zip(&board.places) {
            inset[row] = usize::from(x).checked_sub(2 * column)?;
            widest = widest.max(column + 1 + inset[row]);
        }
        let mut layers = self.layers(board, |row| widest.saturating_sub(inset[row]))?;
        Some((layers.clone(), generators::hexagon(board.directions.clone(), layers.remove(0))))
    }
}

/// The number of [`letters`](generators::letters).
fn number(letters: &str) -> Option<usize> {
    let digits = letters.bytes().map(|byte| byte.is_ascii_lowercase().then(|| usize::from(byte - b'a') + 1));
    let sum = digits.into_iter().try_fold(0usize, |sum, digit| sum.checked_mul(26)?.checked_add(digit?))?;
    sum.checked_sub(1)
}

/// A board by its generator, a row on each line.
fn generated(name: &str, directions: &[String], layers: &[Vec<Row>], pieces: &[String]) -> String {
    let cell = |piece: &Option<Piece>| piece.map_or("", |piece| &pieces[usize::from(piece.0)]);
    let width = layers.iter().flatten().flatten().map(|piece| cell(piece).len()).max().unwrap_or(0);
    // The rows of a hexagon are indented by half a place, comma and space included.
    let width = if name == "hexagon" { width.next_multiple_of(2) } else { width };
    let longest = layers.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut out = format!(" {name}({},", directions.join(", "));
    for layer in layers {
        for (i, row) in layer.iter().enumerate() {
            let cells: Vec<String> = row.iter().map(|piece| format!("{:width$}", cell(piece))).collect();
            let indent = 4 + (longest - row.len()) * (width + 2) / 2;
            let (opening, closing) = match name {
                "cuboid" => (if i == 0 { "[" } else { " " }, if i + 1 == layer.len() { "]" } else { "" }),
                _ => ("", ""),
            };
            let _ = write!(out, "\n{:indent$}{opening}[{}]{closing}", "", cells.join(", "));
        }
    }
    out + ")"
}

/// A board square by square.
fn listed(board: &Board, pieces: &[String]) -> String {
    let mut out = String::new();
    for (square, name) in board.names.iter().enumerate() {
        let edges = board.directions.iter().zip(&board.next).filter_map(|(direction, next)| {
            let target = usize::from(next[square]?);
            Some(format!("{direction}: {}", board.names[target]))
        });
        let _ = write!(out, "\n    {name}[{}]{{{}}}", pieces[usize::from(board.pieces[square].0)], edges.collect::<Vec<_>>().join(", "));
    }
    out
}
