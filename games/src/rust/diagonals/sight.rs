//! The geometry of the board: its points as 64 bits, and the sight of balls along diagonals.

/// Constants derived from the size of the board. Points are numbered row by row from a1, the lower left; one number is left out at the end
/// of every row, so that no ray wraps around the edge.
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

    /// The points seen along diagonals from these balls, up to the first that is not empty.
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

/// The points seen in one direction. `long` allows more than three empty points on the way; boards of 64 points have room for at most
/// seven.
#[inline(always)]
fn ray(balls: u64, empty: u64, long: bool, shift: impl Fn(u64, u32) -> u64) -> u64 {
    // Passes one empty point, then two more, then four (parallel prefix).
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
