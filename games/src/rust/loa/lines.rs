//! Lines and groups on a board whose rows have eight squares each, independent of the rules.

/// The directions as steps between square numbers: east, north, north-east, north-west, and their opposites in the same order.
pub(super) const STEPS: [u32; 8] = [1, 8, 9, 7, 1u32.wrapping_neg(), 8u32.wrapping_neg(), 9u32.wrapping_neg(), 7u32.wrapping_neg()];

/// The squares in every direction from every square of 8×8. Smaller boards may use it, as no stone lies outside of them.
pub(super) static RAYS: [[u64; 64]; 8] = rays();

/// The position of each line's nibble in its word, by axis and square.
static SHIFTS: [[u8; 64]; 4] = shifts();

/// One stone on a square, as [`Counts`].
static UNITS: [[u64; 4]; 64] = units();

const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The opposite direction.
#[inline(always)]
pub(super) const fn opposite(direction: usize) -> usize {
    direction ^ 4
}

/// The number of stones of both players on every row, column and diagonal: one nibble each, one word for each of the four axes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Counts([u64; 4]);

impl Counts {
    /// The counts of these stones.
    pub(super) fn of(stones: [u64; 2]) -> Counts {
        let mut counts = Counts([0; 4]);
        for square in crate::bits::ones(stones[0] | stones[1]) {
            counts.add(square);
        }
        counts
    }

    /// Adds a stone on this square.
    #[inline(always)]
    pub(super) fn add(&mut self, square: u32) {
        for (lines, unit) in self.0.iter_mut().zip(&UNITS[square as usize & 63]) {
            *lines = lines.wrapping_add(*unit);
        }
    }

    /// Removes a stone from this square.
    #[inline(always)]
    pub(super) fn remove(&mut self, square: u32) {
        for (lines, unit) in self.0.iter_mut().zip(&UNITS[square as usize & 63]) {
            *lines = lines.wrapping_sub(*unit);
        }
    }

    /// The number of stones on the line through this square in this direction and its opposite.
    #[inline(always)]
    pub(super) fn along(&self, square: u32, direction: usize) -> u32 {
        let axis = direction & 3;
        (self.0[axis] >> (SHIFTS[axis][square as usize & 63] & 63)) as u32 & 15
    }
}

/// Whether these stones, at least one, form a single group of neighbours in eight directions.
#[inline(always)]
pub(super) fn connected(stones: u64) -> bool {
    // Nearly always some stone is isolated, which is a faster test than growing a group.
    if stones & !neighbours(stones) != 0 {
        return stones & stones.wrapping_sub(1) == 0;
    }
    let mut group = stones & stones.wrapping_neg();
    loop {
        let grown = (group | neighbours(group)) & stones;
        if grown == group {
            return group == stones;
        }
        group = grown;
    }
}

/// The neighbours in eight directions of the squares of a set; on a smaller board also squares outside of it.
#[inline(always)]
fn neighbours(set: u64) -> u64 {
    let sides = (set & NOT_H) << 1 | (set & NOT_A) >> 1;
    let rows = set | sides;
    sides | rows << 8 | rows >> 8
}

/// The number of squares to the edge of a square board, by direction and square.
pub(super) const fn rooms(size: u32) -> [[u8; 64]; 8] {
    let mut table = [[0; 64]; 8];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square as u32 % 8, square as u32 / 8);
        if x < size && y < size {
            let (east, north) = (size - 1 - x, size - 1 - y);
            let rooms = [east, north, min(east, north), min(x, north), x, y, min(x, y), min(east, y)];
            let mut direction = 0;
            while direction < 8 {
                table[direction][square] = rooms[direction] as u8;
                direction += 1;
            }
        }
        square += 1;
    }
    table
}

const fn min(a: u32, b: u32) -> u32 {
    if a < b { a } else { b }
}

const fn rays() -> [[u64; 64]; 8] {
    let rooms = rooms(8);
    let mut table = [[0; 64]; 8];
    let mut direction = 0;
    while direction < 8 {
        let mut square = 0;
        while square < 64 {
            let mut at = square as u32;
            let mut left = rooms[direction][square];
            while left > 0 {
                at = at.wrapping_add(STEPS[direction]);
                table[direction][square] |= 1 << at;
                left -= 1;
            }
            square += 1;
        }
        direction += 1;
    }
    table
}

const fn shifts() -> [[u8; 64]; 4] {
    let mut table = [[0; 64]; 4];
    let mut square = 0;
    while square < 64 {
        let (x, y) = (square as u8 % 8, square as u8 / 8);
        let lines = [y, x, 7 + y - x, x + y];
        let mut axis = 0;
        while axis < 4 {
            table[axis][square] = 4 * lines[axis];
            axis += 1;
        }
        square += 1;
    }
    table
}

const fn units() -> [[u64; 4]; 64] {
    let shifts = shifts();
    let mut table = [[0; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let mut axis = 0;
        while axis < 4 {
            table[square][axis] = 1 << shifts[axis][square];
            axis += 1;
        }
        square += 1;
    }
    table
}
