//! The geometry of the board: its points in 64 bits, and what balls see along diagonals.

/// What follows from the size of the board. Points are numbered row by row from a1, the lower left; a number is left out at
/// the end of every row, so that no ray leaves the board on one side and comes back on the other.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shape {
    pub(super) columns: u32,
    pub(super) rows: u32,
    /// All points.
    pub(super) points: u64,
}

impl Shape {
    pub(super) fn new(columns: u32, rows: u32) -> Shape {
        let row = (1 << columns) - 1;
        Shape { columns, rows, points: (0..rows).fold(0, |set, y| set | row << (y * (columns + 1))) }
    }

    /// The point at a column and a row from the bottom.
    pub(super) fn point(&self, column: u32, row: u32) -> u32 {
        row * (self.columns + 1) + column
    }

    /// The points that are seen along diagonals from these balls, up to the first that is not empty.
    #[inline(always)]
    pub(super) fn sight(&self, balls: u64, empty: u64) -> u64 {
        let (left, right) = (self.columns, self.columns + 2);
        let long = self.columns > 5 && self.rows > 5;
        ray(balls, empty, long, |set, steps| set << (steps * left))
            | ray(balls, empty, long, |set, steps| set << (steps * right))
            | ray(balls, empty, long, |set, steps| set >> (steps * left))
            | ray(balls, empty, long, |set, steps| set >> (steps * right))
    }
}

/// The points that are seen in one direction. `long` says that there may be more than three empty points on the way; boards
/// of 64 points have no room for more than seven.
#[inline(always)]
fn ray(balls: u64, empty: u64, long: bool, shift: impl Fn(u64, u32) -> u64) -> u64 {
    // One empty point is passed, then two more, then four (parallel prefix).
    let (mut lit, mut open) = (balls, empty);
    lit |= open & shift(lit, 1);
    open &= shift(open, 1);
    lit |= open & shift(lit, 2);
    if long {
        open &= shift(open, 2);
        lit |= open & shift(lit, 4);
    }
    shift(lit, 1)
}
