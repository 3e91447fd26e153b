//! Enclosing lines of discs, on 64-bit boards whose square 0 is a corner and square 8 its neighbour in the next row.

/// The squares through which a line can continue sideways: all but the outer columns.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The squares behind a run of enclosed discs, upwards (`shift` to higher squares) and downwards at once.
#[inline(always)]
fn ends(own: u64, through: u64, shift: u32) -> u64 {
    // Runs have at most six discs: one, then twice two, then the last (parallel prefix).
    let mut up = through & (own << shift);
    let mut down = through & (own >> shift);
    up |= through & (up << shift);
    down |= through & (down >> shift);
    let (pair_up, pair_down) = (through & (through << shift), through & (through >> shift));
    up |= pair_up & (up << (2 * shift));
    down |= pair_down & (down >> (2 * shift));
    up |= pair_up & (up << (2 * shift));
    down |= pair_down & (down >> (2 * shift));
    up << shift | down >> shift
}

/// The empty squares where a disc of `own` flips at least one of `other`.
#[inline(always)]
pub(in crate::rust) fn legal(own: u64, other: u64) -> u64 {
    let inner = other & INNER;
    let found = ends(own, inner, 1) | ends(own, other, 8) | ends(own, inner, 7) | ends(own, inner, 9);
    found & !(own | other)
}

/// For a square, the squares beyond it in the four directions to higher numbers (1, 7, 8, 9) and the four to lower ones.
const RAYS: [[u64; 8]; 64] = rays();

const fn rays() -> [[u64; 8]; 64] {
    let steps: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut table = [[0; 8]; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 8 {
            let (dx, dy) = steps[direction];
            let (mut x, mut y) = (square % 8 + dx, square / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                table[square as usize][direction] |= 1 << (8 * y + x);
                (x, y) = (x + dx, y + dy);
            }
            direction += 1;
        }
        square += 1;
    }
    table
}

/// The discs of `other` that a disc of `own` on this square flips.
#[inline(always)]
pub(in crate::rust) fn flips(own: u64, other: u64, square: u32) -> u64 {
    let rays = &RAYS[square as usize & 63];
    let mut flipped = 0;
    for &ray in &rays[..4] {
        // Adding the lowest square of the ray carries through the adjoining run of enemy discs and stops at the first square without one,
        // which must be ours.
        let stop = (other | !ray).wrapping_add(ray & ray.wrapping_neg()) & ray & own;
        // The squares of the ray below the stop; none if there is no stop.
        flipped |= stop.wrapping_sub(u64::from(stop != 0)) & ray;
    }
    for &ray in &rays[4..] {
        // Downwards, the stop is the highest square without an enemy disc.
        let open = ray & !other;
        let stop = (1u64 << 63 >> (open | 1).leading_zeros()) & open & own;
        // The squares above the stop are -2·stop.
        flipped |= stop.wrapping_neg().wrapping_mul(2) & ray;
    }
    flipped
}
