//! The geometry of the board, and sets of its cells in 128 bits.
//!
//! A cell's number is its row times the stride plus a column. Columns lean to the left on their way down, so that the six neighbours of a
//! cell are at the same six distances everywhere:
//!
//! ```text
//!      −stride   1−stride
//!    −1     cell     +1
//!      stride−1   +stride
//! ```
//!
//! The stride leaves one column free beside the longest row: a step over the edge ends there or on another number that is no cell.

use crate::{Rng, bits};
use std::ops::Range;

/// The number of stones in a winning line.
const LINE: u32 = 5;

/// Constants derived from the outline and the size of the board.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    /// The number of cells in the top row; the rows below grow by one up to 2·side − 1, then shrink again.
    pub(super) side: u32,
    pub(super) rows: u32,
    /// The distance in numbers from a cell to the one below it to the right.
    pub(super) stride: u32,
    /// All cells.
    pub(super) cells: u128,
}

impl Shape {
    pub(super) fn new(side: u32, rows: u32) -> Shape {
        let mut shape = Shape { side, rows, stride: 2 * side, cells: 0 };
        shape.cells = (0..rows).flat_map(|row| shape.row(row)).fold(0, |set, cell| set | 1 << cell);
        shape
    }

    /// The cells of a row, from the left; rows are counted from the top.
    pub(super) fn row(&self, row: u32) -> Range<u32> {
        let middle = self.side - 1;
        let first = row * self.stride;
        first + middle.saturating_sub(row)..first + self.stride - 1 - row.saturating_sub(middle)
    }

    /// The row of a cell and its place in the row, both from 0.
    pub(super) fn place(&self, cell: u32) -> (u32, u32) {
        let row = cell / self.stride;
        (row, cell.saturating_sub(self.row(row).start))
    }

    /// The name of a cell: a letter for its row, `a` at the top, and its number in the row, from 1 at the left.
    pub(super) fn name(&self, cell: u32) -> String {
        let (row, place) = self.place(cell);
        format!("{}{}", crate::fen::column_letter(row as usize), place + 1)
    }

    /// The cells next to any of these.
    #[inline(always)]
    pub(super) fn neighbours(&self, set: u128) -> u128 {
        let (right, left) = (set << 1, set >> 1);
        // The two lower neighbours are the lower left neighbours of the cell and of the cell to its right.
        (right | left | (set | right) << (self.stride - 1) | (set | left) >> (self.stride - 1)) & self.cells
    }

    /// Whether these stones contain a winning line on any of the three axes.
    #[inline(always)]
    pub(super) fn has_line(&self, stones: u128) -> bool {
        const { assert!(LINE == 5) };
        let line = |step: u32| {
            let pairs = stones & stones >> step;
            pairs & pairs >> (2 * step) & stones >> (4 * step)
        };
        line(1) | line(self.stride - 1) | line(self.stride) != 0
    }

    /// The group of `seed`, and whether it has no liberty, that is, no stone in `open`, the cells with an empty neighbour. A group with a
    /// liberty may be returned in part only.
    #[inline(always)]
    pub(super) fn group(&self, seed: u128, stones: u128, open: u128) -> (u128, bool) {
        let mut group = seed;
        while group & open == 0 {
            let grown = group | self.neighbours(group) & stones;
            if grown == group {
                return (group, true);
            }
            group = grown;
        }
        (group, false)
    }
}

/// The numbers of the cells in a set, in ascending order.
pub(super) fn ones(set: u128) -> impl Iterator<Item = u32> {
    bits::ones(set as u64).chain(bits::ones((set >> 64) as u64).map(|cell| cell + 64))
}

/// A uniformly random cell of a non-empty set, as a set of one.
#[inline(always)]
pub(super) fn pick(set: u128, rng: &mut Rng) -> u128 {
    let (low, high) = (set as u64, (set >> 64) as u64);
    let lower = low.count_ones();
    let rank = rng.below((lower + high.count_ones()) as usize) as u32;
    if rank < lower { 1 << bits::select(low, rank) } else { 1 << 64 << bits::select(high, rank - lower) }
}
