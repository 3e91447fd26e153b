//! The number of moves, without looking at single stones: those along a line depend only on the stones on it, so that a table has them.

use std::sync::LazyLock;

/// Rows, columns and diagonals of two squares or more: at most 8, 8, 13 and 13.
const MOST: usize = 42;

/// The lines of a board, one after the other; lines that a smaller board does not have are empty.
pub(super) type Lines = [Line; MOST];

/// A line.
#[derive(Clone, Copy)]
pub(super) struct Line {
    /// Its squares.
    squares: u64,
    /// Moves its squares to the highest byte, in their order: multiplying by it adds them up over the rows or over the columns.
    factor: u64,
    /// How far the first of them is then shifted down to become the lowest bit.
    shift: u32,
    /// Where the numbers of moves along lines of this length begin in the [table](MOVES).
    start: u32,
}

/// One bit in every byte: the product with a set of squares has its columns in the highest byte.
const BY_COLUMN: u64 = 0x0101_0101_0101_0101;
/// The product with squares of the first column has their rows in the highest byte.
const BY_ROW: u64 = 0x0102_0408_1020_4080;

/// The number of moves along a line by the stones on it: first lines of one square, then of two, up to eight. A line is a number of
/// base three, 1 for every own stone and 2 for every other one.
static MOVES: LazyLock<Box<[u8]>> =
    LazyLock::new(|| (1..=8).flat_map(|length| (0..3u32.pow(length)).map(move |line| plainly(length, line))).collect());

/// The number whose digits of base three are the bits of a byte.
static TERNARY: [u16; 256] = ternary();

/// The number of moves of a player with stones on these squares, against these others.
pub(super) fn count(lines: &Lines, own: u64, other: u64) -> usize {
    let moves = &**MOVES;
    let along = |line: &Line| {
        let digits = |set: u64| usize::from(TERNARY[((set & line.squares).wrapping_mul(line.factor) >> line.shift & 0xff) as usize]);
        usize::from(moves[line.start as usize + digits(own) + 2 * digits(other)])
    };
    lines.iter().map(along).sum()
}

/// The lines of a square board whose rows have eight squares each, of which it uses the first ones.
pub(super) const fn lines(size: u32) -> Lines {
    let mut lines = [Line { squares: 0, factor: 0, shift: 56, start: 0 }; MOST];
    let mut used = 0;
    // Where a line begins, and its step: along the lower edge and along both sides.
    let mut i = 0;
    while i < size {
        let (last, top) = (size - 1, size - 1 - i);
        let found = [
            (line(0, i, 1, size), BY_COLUMN, 0, size),
            (line(i, 0, 8, size), BY_ROW, 0, size),
            (line(i, 0, 9, size - i), BY_COLUMN, i, size - i),
            (line(0, i, 9, if i > 0 { size - i } else { 0 }), BY_COLUMN, 0, size - i),
            (line(i, 0, 7, i + 1), BY_COLUMN, 0, i + 1),
            (line(last, i, 7, if i > 0 { top + 1 } else { 0 }), BY_COLUMN, i, size - i),
        ];
        let mut k = 0;
        while k < found.len() {
            let (squares, factor, first, length) = found[k];
            if squares.count_ones() > 1 {
                // The column itself is shifted to the first one by the factor.
                let factor = if k == 1 { factor >> i } else { factor };
                lines[used] = Line { squares, factor, shift: 56 + first, start: start(length) };
                used += 1;
            }
            k += 1;
        }
        i += 1;
    }
    lines
}

/// The squares of a line that begins at this column and row.
const fn line(column: u32, row: u32, step: u32, length: u32) -> u64 {
    let (mut squares, mut k) = (0, 0);
    while k < length {
        squares |= 1 << (column + 8 * row + k * step);
        k += 1;
    }
    squares
}

/// How many shorter lines the table has: 3 + 9 + …
const fn start(length: u32) -> u32 {
    (3u32.pow(length) - 3) / 2
}

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut weight) = (0, 1);
        while bit < 8 {
            table[byte] += weight * (byte >> bit & 1) as u16;
            weight *= 3;
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// The number of moves along a line of this length, counted stone by stone.
fn plainly(length: u32, line: u32) -> u8 {
    let on = |place: i32| line / 3u32.pow(place as u32) % 3;
    let stones = (0..length as i32).filter(|&place| on(place) != 0).count() as i32;
    let legal = |from: i32, step: i32| {
        let to = from + step * stones;
        let between = (1..stones).map(|k| from + step * k);
        (0..length as i32).contains(&to) && on(to) != 1 && between.into_iter().all(|place| on(place) != 2)
    };
    let own = (0..length as i32).filter(|&place| on(place) == 1);
    own.map(|from| u8::from(legal(from, 1)) + u8::from(legal(from, -1))).sum()
}
