//! What a ball traps, on 64-bit boards whose square 0 is a corner and square 8 its neighbour in the next row.

/// The four axes: by how much the number of a square grows along them, and the squares that a line can pass through.
const AXES: [(u32, u64); 4] = [(1, INNER), (7, INNER), (8, u64::MAX), (9, INNER)];

/// All but the outer columns: a line that passes sideways through one of these does not leave the board.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The empty squares where a ball traps at least one of `others` between itself and one of `own`.
#[inline(always)]
pub(super) fn traps(own: u64, others: u64) -> u64 {
    let mut found = 0;
    for (shift, inside) in AXES {
        let (up, down) = runs(own, others & inside, shift);
        found |= up << shift | down >> shift;
    }
    found & !(own | others)
}

/// Those of `others` that a ball of `own` on this square traps.
#[inline(always)]
pub(super) fn flips(own: u64, others: u64, square: u32) -> u64 {
    let ball = 1 << (square & 63);
    let mut flipped = 0;
    for (shift, inside) in AXES {
        let (up, down) = runs(ball, others & inside, shift);
        if (up << shift) & own != 0 {
            flipped |= up;
        }
        if (down >> shift) & own != 0 {
            flipped |= down;
        }
    }
    flipped
}

/// The empty squares next to any ball.
#[inline(always)]
pub(super) fn around(balls: u64) -> u64 {
    const LEFT: u64 = 0x0101_0101_0101_0101;
    const RIGHT: u64 = LEFT << 7;
    let wide = balls | (balls & !RIGHT) << 1 | (balls & !LEFT) >> 1;
    (wide | wide << 8 | wide >> 8) & !balls
}

/// The unbroken runs of `through` that begin next to `from`, towards higher and towards lower squares.
#[inline(always)]
fn runs(from: u64, through: u64, shift: u32) -> (u64, u64) {
    // Six squares at most: one, then one more, then twice two (parallel prefix).
    let mut up = through & from << shift;
    let mut down = through & from >> shift;
    up |= through & up << shift;
    down |= through & down >> shift;
    let (pairs_up, pairs_down) = (through & through << shift, through & through >> shift);
    for _ in 0..2 {
        up |= pairs_up & up << (2 * shift);
        down |= pairs_down & down >> (2 * shift);
    }
    (up, down)
}
