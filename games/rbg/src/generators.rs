//! Boards made from rows of pieces: rectangles, hexagons, cuboids.
//!
//! Rows are given from the top to the bottom and each from the left to the right; a place without a piece is a hole, not a square. Squares
//! are numbered in the order given, so the first one is the current square when the game starts.

use crate::board::Board;
use treebench_compile::{Piece, Square};

/// A row: a piece or a hole at each place.
pub type Row = Vec<Option<Piece>>;

/// A board of rows of equal lengths; directions: up, down, left, right. Holes around it do not count.
pub fn rectangle(directions: Vec<String>, rows: Vec<Row>) -> Board {
    cuboid(directions, vec![rows])
}

/// A board of layers of equal sizes; directions: up, down, left, right, front (to the layer given next), back. Holes around it do not count.
/// With four directions and one layer it is a rectangle. Squares of cuboids are named by file, rank and layer (`e4B`).
pub fn cuboid(directions: Vec<String>, layers: Vec<Vec<Row>>) -> Board {
    const STEPS: [(isize, isize, isize); 6] = [(0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (1, 0, 0), (-1, 0, 0)];
    let layers = trimmed(layers);
    let height = layers.first().map_or(0, Vec::len);
    let width = layers.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let flat = directions.len() == 4;
    assemble(
        directions,
        &layers,
        |[layer, row, column]| {
            let depth = if flat { String::new() } else { letters(layer).to_uppercase() };
            format!("{}{}{depth}", letters(column), height - row)
        },
        |[layer, row, column]| (2 * (column + layer * (width + 1)), 2 * row),
        |direction, _, _| STEPS[direction],
    )
}

/// A board of rows that grow by one and then shrink by one; directions: north-west, north-east, east, south-east, south-west, west.
/// Squares are named by their places in the rows, from the left, and by the row, from below.
pub fn hexagon(directions: Vec<String>, rows: Vec<Row>) -> Board {
    let lengths: Vec<usize> = rows.iter().map(Vec::len).collect();
    let widest = lengths.iter().copied().max().unwrap_or(0);
    let longer = |row: usize, than: usize| lengths.get(row).is_some_and(|&length| length > lengths[than]);
    assemble(
        directions,
        &[rows],
        |[_, row, column]| format!("{}{}", letters(column), lengths.len() - row),
        |[_, row, column]| (widest - lengths[row] + 2 * column, 2 * row),
        |direction, row, _| {
            // Towards a longer row, a square touches the places with its own number and the next; towards a shorter one, the number before
            // and its own.
            let above = isize::from(row > 0 && longer(row.wrapping_sub(1), row));
            let below = isize::from(longer(row + 1, row));
            [(0, -1, above - 1), (0, -1, above), (0, 0, 1), (0, 1, below), (0, 1, below - 1), (0, 0, -1)][direction]
        },
    )
}

/// The letters of a number: a, b, …, z, aa, ab, …
pub(crate) fn letters(mut number: usize) -> String {
    let mut letters = Vec::new();
    loop {
        letters.push(b'a' + (number % 26) as u8);
        match number / 26 {
            0 => break,
            rest => number = rest - 1,
        }
    }
    letters.iter().rev().map(|&letter| char::from(letter)).collect()
}

/// Removes outer layers, rows and columns without squares.
fn trimmed(mut layers: Vec<Vec<Row>>) -> Vec<Vec<Row>> {
    fn outside(used: impl DoubleEndedIterator<Item = bool> + ExactSizeIterator + Clone) -> (usize, usize) {
        let first = used.clone().take_while(|&used| !used).count();
        let last = used.len() - used.rev().take_while(|&used| !used).count();
        (first, last.max(first))
    }
    fn cut<T>(list: &mut Vec<T>, (first, last): (usize, usize)) {
        list.truncate(last);
        list.drain(..first);
    }
    let any = |row: &Row| row.iter().any(Option::is_some);
    let depth = outside(layers.iter().map(|layer| layer.iter().any(any)));
    cut(&mut layers, depth);
    let rows = layers.iter().map(Vec::len).max().unwrap_or(0);
    let height = outside((0..rows).map(|row| layers.iter().any(|layer| layer.get(row).is_some_and(any))));
    layers.iter_mut().for_each(|layer| cut(layer, height));
    let columns = layers.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let filled: Vec<bool> =
        (0..columns).map(|column| layers.iter().flatten().any(|row| row.get(column).is_some_and(Option::is_some))).collect();
    let width = outside(filled.iter().copied());
    layers.iter_mut().flatten().for_each(|row| cut(row, width));
    layers
}

/// Numbers the squares of layers of rows and connects them. A place is (layer, row, column); `step` gives, for a direction, a row and a
/// column, the change of each of the three.
fn assemble(
    directions: Vec<String>,
    layers: &[Vec<Row>],
    name: impl Fn([usize; 3]) -> String,
    place: impl Fn([usize; 3]) -> (usize, usize),
    step: impl Fn(usize, usize, usize) -> (isize, isize, isize),
) -> Board {
    let mut board = Board { directions, names: Vec::new(), pieces: Vec::new(), next: Vec::new(), places: Vec::new() };
    let mut numbers: Vec<Vec<Vec<Option<Square>>>> = Vec::new();
    let mut squares = Vec::new();
    for (l, layer) in layers.iter().enumerate() {
        numbers.push(Vec::new());
        for (r, row) in layer.iter().enumerate() {
            numbers[l].push(vec![None; row.len()]);
            for (c, piece) in row.iter().enumerate() {
                let Some(piece) = piece else { continue };
                numbers[l][r][c] = Some(squares.len() as Square);
                squares.push([l, r, c]);
                board.pieces.push(*piece);
                board.names.push(name([l, r, c]));
                let (x, y) = place([l, r, c]);
                board.places.push((u16::try_from(x).unwrap_or(u16::MAX), u16::try_from(y).unwrap_or(u16::MAX)));
            }
        }
    }
    for direction in 0..board.directions.len() {
        let neighbour = |&[l, r, c]: &[usize; 3]| {
            let (dl, dr, dc) = step(direction, r, c);
            let layer = numbers.get(l.checked_add_signed(dl)?)?;
            *layer.get(r.checked_add_signed(dr)?)?.get(c.checked_add_signed(dc)?)?
        };
        board.next.push(squares.iter().map(neighbour).collect());
    }
    board
}
