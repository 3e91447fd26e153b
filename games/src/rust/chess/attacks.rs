//! The attacks of pieces on boards of up to 8×8 squares: tables for leapers, lines and blockers for sliders.
//!
//! Squares are numbered row by row from a1, the lower left, so square = row × width + column, and a set of squares is a `u64`.
//! The tables can be made at compile time: `static BOARD: Attacks = Attacks::new(5, 5);`.

/// The tables of one size of board.
#[derive(Debug)]
pub(crate) struct Attacks {
    width: u32,
    height: u32,
    /// Through every square: its row, its column, the diagonal that goes up to the right, the one that goes up to the left.
    lines: [[Line; 4]; 64],
    king: [u64; 64],
    knight: [u64; 64],
    /// The squares attacked by a pawn of White (who moves up) and of Black.
    pawn: [[u64; 64]; 2],
}

/// A line through a square, without the square itself: the part with lower and the part with higher numbers.
#[derive(Clone, Copy, Debug)]
struct Line {
    lower: u64,
    upper: u64,
}

impl Line {
    /// The squares of the line that a slider reaches, the first occupied one on each side included.
    ///
    /// Twice the lowest blocker above minus the highest blocker below has its bits set between them (Gerd Isenberg's "obstruction
    /// difference"): two directions with one subtraction, without branches and without a look-up by blockers.
    #[inline(always)]
    const fn reach(self, occupied: u64) -> u64 {
        let (lower, upper) = (self.lower & occupied, self.upper & occupied);
        let highest_below = 1u64 << (63 - (lower | 1).leading_zeros());
        let lowest_above = upper & upper.wrapping_neg();
        (self.lower | self.upper) & lowest_above.wrapping_mul(2).wrapping_sub(highest_below)
    }
}

impl Attacks {
    /// The tables of a board of `width` × `height` squares, at most 8 each.
    pub(crate) const fn new(width: u32, height: u32) -> Attacks {
        assert!(width >= 1 && width <= 8 && height >= 1 && height <= 8, "a board of at most 8 × 8 squares");
        let row = lines(width, height, (1, 0));
        let column = lines(width, height, (0, 1));
        let rising = lines(width, height, (1, 1));
        let falling = lines(width, height, (-1, 1));
        let mut through = [[Line { lower: 0, upper: 0 }; 4]; 64];
        let mut square = 0;
        while square < 64 {
            through[square] = [row[square], column[square], rising[square], falling[square]];
            square += 1;
        }
        Attacks {
            width,
            height,
            lines: through,
            king: leaper(width, height, &[(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)]),
            knight: leaper(width, height, &[(-1, -2), (1, -2), (-2, -1), (2, -1), (-2, 1), (2, 1), (-1, 2), (1, 2)]),
            pawn: [leaper(width, height, &[(-1, 1), (1, 1)]), leaper(width, height, &[(-1, -1), (1, -1)])],
        }
    }

    /// Number of columns.
    #[inline(always)]
    pub(crate) const fn width(&self) -> u32 {
        self.width
    }

    /// Number of rows.
    #[inline(always)]
    pub(crate) const fn height(&self) -> u32 {
        self.height
    }

    /// All squares.
    #[inline(always)]
    pub(crate) const fn squares(&self) -> u64 {
        u64::MAX >> (64 - self.width * self.height)
    }

    /// The squares of a row, counted from 0 at the bottom.
    #[inline(always)]
    pub(crate) const fn row(&self, row: u32) -> u64 {
        ((1 << self.width) - 1) << (row * self.width)
    }

    /// The squares of a column, counted from 0 at the left.
    #[inline(always)]
    pub(crate) const fn column(&self, column: u32) -> u64 {
        let mut set = 0;
        let mut row = 0;
        while row < self.height {
            set |= 1 << (row * self.width + column);
            row += 1;
        }
        set
    }

    /// The squares that a rook attacks, own pieces among `occupied` included (as for all sliders).
    #[inline(always)]
    pub(crate) const fn rook(&self, square: u32, occupied: u64) -> u64 {
        let lines = &self.lines[square as usize & 63];
        lines[0].reach(occupied) | lines[1].reach(occupied)
    }

    /// The squares that a bishop attacks.
    #[inline(always)]
    pub(crate) const fn bishop(&self, square: u32, occupied: u64) -> u64 {
        let lines = &self.lines[square as usize & 63];
        lines[2].reach(occupied) | lines[3].reach(occupied)
    }

    /// The squares that a king attacks.
    #[inline(always)]
    pub(crate) const fn king(&self, square: u32) -> u64 {
        self.king[square as usize & 63]
    }

    /// The squares that a knight attacks.
    #[inline(always)]
    pub(crate) const fn knight(&self, square: u32) -> u64 {
        self.knight[square as usize & 63]
    }

    /// The squares attacked by a chess pawn of this player: 0 moves up, 1 moves down.
    #[inline(always)]
    pub(crate) const fn pawn(&self, player: usize, square: u32) -> u64 {
        self.pawn[player & 1][square as usize & 63]
    }
}

/// For every square, the squares at the given offsets (columns to the right, rows up).
pub(crate) const fn leaper(width: u32, height: u32, steps: &[(i32, i32)]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < width * height {
        let mut i = 0;
        while i < steps.len() {
            if let Some(target) = step(width, height, square, steps[i]) {
                table[square as usize] |= 1 << target;
            }
            i += 1;
        }
        square += 1;
    }
    table
}

/// For every square, the line through it in a direction of increasing square numbers.
const fn lines(width: u32, height: u32, direction: (i32, i32)) -> [Line; 64] {
    let mut table = [Line { lower: 0, upper: 0 }; 64];
    let mut square = 0;
    while square < width * height {
        let mut end = square;
        while let Some(next) = step(width, height, end, direction) {
            table[square as usize].upper |= 1 << next;
            table[next as usize].lower |= 1 << square;
            end = next;
        }
        square += 1;
    }
    table
}

/// The square this many columns to the right and rows up, if it is on the board.
const fn step(width: u32, height: u32, square: u32, (right, up): (i32, i32)) -> Option<u32> {
    let column = (square % width) as i32 + right;
    let row = (square / width) as i32 + up;
    if column < 0 || column >= width as i32 || row < 0 || row >= height as i32 {
        return None;
    }
    Some(row as u32 * width + column as u32)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    /// Walks from a square in each direction up to the first occupied square.
    fn walk(attacks: &Attacks, square: u32, occupied: u64, directions: &[(i32, i32)]) -> u64 {
        let mut reached = 0;
        for &direction in directions {
            let mut here = square;
            while let Some(next) = step(attacks.width(), attacks.height(), here, direction) {
                reached |= 1 << next;
                if occupied >> next & 1 == 1 {
                    break;
                }
                here = next;
            }
        }
        reached
    }

    #[test]
    fn sliders_reach_what_a_walk_reaches() {
        let mut rng = Rng::from_seed(4);
        for (width, height) in (1..=8).flat_map(|width| (1..=8).map(move |height| (width, height))) {
            let attacks = Attacks::new(width, height);
            for _ in 0..50 {
                for occupied in [rng.bits64(), rng.bits64() & rng.bits64(), 0, u64::MAX].map(|set| set & attacks.squares()) {
                    for square in 0..width * height {
                        let rook = walk(&attacks, square, occupied, &[(1, 0), (-1, 0), (0, 1), (0, -1)]);
                        let bishop = walk(&attacks, square, occupied, &[(1, 1), (-1, 1), (1, -1), (-1, -1)]);
                        assert_eq!(attacks.rook(square, occupied), rook, "{width}×{height}, {square}, {occupied:#x}");
                        assert_eq!(attacks.bishop(square, occupied), bishop, "{width}×{height}, {square}, {occupied:#x}");
                    }
                }
            }
        }
    }

    #[test]
    fn leapers_stay_on_the_board() {
        let attacks = Attacks::new(5, 6);
        assert_eq!(attacks.king(0), 1 << 1 | 1 << 5 | 1 << 6);
        assert_eq!(attacks.knight(4), 1 << 7 | 1 << 13);
        assert_eq!(attacks.pawn(0, 5), 1 << 11);
        assert_eq!(attacks.pawn(1, 9), 1 << 3);
        assert_eq!(attacks.pawn(0, 27), 0);
        assert_eq!(attacks.row(5), 0b11111 << 25);
        assert_eq!(attacks.column(1), (0..6).map(|row| 2 << (5 * row)).sum());
    }
}
