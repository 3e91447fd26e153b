//! The directions of moves, and what they reach from each square.

/// The number of jump directions.
pub(super) const JUMPS: usize = 16;

/// The number of directions: jumps first, then steps to neighbours.
pub(super) const DIRECTIONS: usize = 24;

/// Each direction as columns and rows.
pub(super) const OFFSETS: [(i32, i32); DIRECTIONS] = offsets();

const fn offsets() -> [(i32, i32); DIRECTIONS] {
    let mut offsets = [(0, 0); DIRECTIONS];
    let (mut jumps, mut others) = (0, JUMPS);
    let mut i: i32 = 0;
    while i < 25 {
        let (columns, rows) = (i % 5 - 2, i / 5 - 2);
        if columns.abs() == 2 || rows.abs() == 2 {
            offsets[jumps] = (columns, rows);
            jumps += 1;
        } else if columns != 0 || rows != 0 {
            offsets[others] = (columns, rows);
            others += 1;
        }
        i += 1;
    }
    offsets
}

/// The neighbours of each square.
pub(super) const NEAR: [u64; 64] = reached(JUMPS, DIRECTIONS).0;

/// The squares at distance two from each square.
pub(super) const FAR: [u64; 64] = reached(0, JUMPS).0;

/// For each direction, the squares from which it stays on a board of 8×8.
pub(super) const SOURCES: [u64; DIRECTIONS] = reached(0, DIRECTIONS).1;

/// For the directions from `first` to before `end`: what each square reaches by any of them, and the squares from which each stays on the board.
const fn reached(first: usize, end: usize) -> ([u64; 64], [u64; DIRECTIONS]) {
    let (mut targets, mut sources) = ([0; 64], [0; DIRECTIONS]);
    let mut square = 0;
    while square < 64 {
        let mut direction = first;
        while direction < end {
            let (columns, rows) = OFFSETS[direction];
            let (column, row) = (square % 8 + columns, square / 8 + rows);
            if column >= 0 && column < 8 && row >= 0 && row < 8 {
                targets[square as usize] |= 1 << (8 * row + column);
                sources[direction] |= 1 << square;
            }
            direction += 1;
        }
        square += 1;
    }
    (targets, sources)
}
