//! Stones as bits, quadrant after quadrant, so that rotations and lines are looked up by the nine bits of a quadrant.
//!
//! Square 9q + 3r + c is in row r (from the top) and column c of quadrant q; the quadrants are counted clockwise from the upper left.

/// All squares.
pub(super) const SQUARES: u64 = (1 << 36) - 1;

/// The number of squares in a row, and of rows.
pub(super) const SIZE: usize = 6;

/// Whether these stones contain five in a row.
#[inline(always)]
pub(super) fn has_line(stones: u64) -> bool {
    let part = |quadrant: usize| LINES[quadrant][stones as usize >> (9 * quadrant) & 511];
    part(0) & part(1) & part(2) & part(3) != 0
}

/// The stones after rotation 0 to 7.
#[inline(always)]
pub(super) fn turned(stones: u64, turn: u32) -> u64 {
    let shift = (turn >> 1 & 3) * 9;
    let part = stones >> shift & 511;
    let after = TURNED[turn as usize & 1][part as usize];
    stones ^ (part ^ u64::from(after)) << shift
}

/// The number of a square, by its column and its row from the top.
pub(super) const fn square(column: usize, row: usize) -> u32 {
    let quadrant = match (row / 3, column / 3) {
        (0, right) => right,
        (_, right) => 3 - right,
    };
    (9 * quadrant + row % 3 * 3 + column % 3) as u32
}

/// For the nine bits of each quadrant, one bit for each line whose part in this quadrant is complete; a set of stones contains the lines
/// that are complete in all four.
static LINES: [[u32; 512]; 4] = lines();

const fn lines() -> [[u32; 512]; 4] {
    let mut lines = [[0; 512]; 4];
    let mut number = 0;
    let mut start = 0;
    while start < SIZE * SIZE {
        let mut direction = 0;
        while direction < 4 {
            if let Some(line) = five(start % SIZE, start / SIZE, direction) {
                let mut at = 0;
                while at < 4 * 512 {
                    let part = line >> (9 * (at / 512)) & 511;
                    if part & !(at as u64 % 512) == 0 {
                        lines[at / 512][at % 512] |= 1 << number;
                    }
                    at += 1;
                }
                number += 1;
            }
            direction += 1;
        }
        start += 1;
    }
    assert!(number == u32::BITS);
    lines
}

/// Five squares in a row from this one to the right, down, down to the right, or down to the left; `None` if they leave the board.
const fn five(column: usize, row: usize, direction: usize) -> Option<u64> {
    let (right, down) = [(1, 0), (0, 1), (1, 1), (-1, 1)][direction];
    let mut line = 0;
    let mut i = 0;
    while i < 5 {
        let (x, y) = (column as isize + i * right, row as isize + i * down);
        if x < 0 || y < 0 || x >= SIZE as isize || y >= SIZE as isize {
            return None;
        }
        line |= 1 << square(x as usize, y as usize);
        i += 1;
    }
    Some(line)
}

/// The nine bits of a quadrant after a quarter turn to the left and to the right.
static TURNED: [[u16; 512]; 2] = quarter_turns();

const fn quarter_turns() -> [[u16; 512]; 2] {
    let mut after = [[0; 512]; 2];
    let mut stones = 0;
    while stones < 512 {
        let mut bit = 0;
        while bit < 9 {
            let (row, column) = (bit / 3, bit % 3);
            if stones >> bit & 1 == 1 {
                after[0][stones] |= 1 << ((2 - column) * 3 + row);
                after[1][stones] |= 1 << (column * 3 + 2 - row);
            }
            bit += 1;
        }
        stones += 1;
    }
    after
}
