//! Sowing and capturing without loops over pits: a row is a word with one byte per pit.

/// Pits in a row.
pub(super) const PITS: u32 = 6;

/// Seeds in the game.
pub(super) const SEEDS: u32 = 48;

/// One in every pit.
const ONES: u64 = 0x0101_0101_0101;

/// The highest bit of every pit, which no number of seeds reaches.
const TOPS: u64 = ONES << 7;

/// The other bits of every pit: added to a byte, they carry into its highest bit unless the byte is 0.
const REST: u64 = TOPS - ONES;

/// Both rows after a move, as seen by the player who made it.
#[derive(Clone, Copy)]
pub(super) struct SownRows {
    pub(super) own: u64,
    /// The other row without the captured seeds.
    pub(super) other: u64,
    /// The captured seeds, in the pits where they lay.
    pub(super) taken: u64,
}

/// Sows the seeds of a non-empty pit and captures, without testing whether the move is legal.
#[inline(always)]
pub(super) fn sow(own: u64, other: u64, pit: u32) -> SownRows {
    let seeds = own >> (8 * pit) & 0xff;
    let round = &ROUNDS[pit as usize][seeds as usize & 63];
    let own = (own ^ seeds << (8 * pit)) + round.own;
    let other = other + round.other;
    let taken = other & captured(other, round.reach);
    SownRows { own, other: other ^ taken, taken }
}

/// The unbroken run of pits with two or three seeds that ends, backwards, at the end of `reach`.
#[inline(always)]
fn captured(row: u64, reach: u64) -> u64 {
    // Halving maps two and three to one. The exclusive or maps all other values to non-zero, so that the sum sets their highest bit.
    let others = ((row >> 1 & REST ^ ONES) + REST) & TOPS & reach;
    reach & u64::MAX << (u64::BITS - others.leading_zeros())
}

/// The number of seeds in a row.
#[inline(always)]
pub(super) fn count(row: u64) -> u32 {
    (row.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// Whether no pit of these rows holds more than one seed.
#[inline(always)]
pub(super) fn is_scattered(rows: [u64; 2]) -> bool {
    (rows[0] | rows[1]) & !ONES == 0
}

/// The non-empty pits of a row, one bit each.
#[inline(always)]
pub(super) fn filled(row: u64) -> u32 {
    let bytes = ((row + REST) & TOPS) >> 7;
    // The product moves bit 8k to bit 56 + k; all its other terms fall on distinct bits.
    (bytes.wrapping_mul(1 << 56 | 1 << 49 | 1 << 42 | 1 << 35 | 1 << 28 | 1 << 21) >> 56) as u32 & 63
}

/// The change that sowing from a pit makes to the rows.
#[derive(Clone, Copy)]
struct Round {
    own: u64,
    other: u64,
    /// The pits of the other row up to that of the last seed; none if the last seed falls into the player's own row.
    reach: u64,
}

/// One entry for every pit and every number of seeds up to [`SEEDS`], padded so that an index of six bits is always in range.
static ROUNDS: [[Round; 64]; PITS as usize] = rounds();

const fn rounds() -> [[Round; 64]; PITS as usize] {
    let mut rounds = [[Round { own: 0, other: 0, reach: 0 }; 64]; PITS as usize];
    let mut pit = 0;
    while pit < PITS {
        let mut round = Round { own: 0, other: 0, reach: 0 };
        let mut here = pit;
        let mut seeds = 1;
        while seeds < 64 {
            here = (here + 1) % (2 * PITS);
            if here == pit {
                here = (here + 1) % (2 * PITS);
            }
            if here < PITS {
                round.own += 1 << (8 * here);
                round.reach = 0;
            } else {
                round.other += 1 << (8 * (here - PITS));
                round.reach = (1 << (8 * (here - PITS + 1))) - 1;
            }
            rounds[pit as usize][seeds] = round;
            seeds += 1;
        }
        pit += 1;
    }
    rounds
}
