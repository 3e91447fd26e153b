//! Sowing and capturing without loops over pits: a row is a word with a byte for each pit.

/// How many pits a row has.
pub(super) const PITS: u32 = 6;

/// All the seeds of the game.
pub(super) const SEEDS: u32 = 48;

/// One in every pit.
const ONES: u64 = 0x0101_0101_0101;

/// The highest bit of every pit; no pit can hold that many seeds.
const TOPS: u64 = ONES << 7;

/// The other bits of every pit: added to a byte, they carry into its highest bit unless the byte is 0.
const REST: u64 = TOPS - ONES;

/// Both rows after a move, as the player sees them who made it.
#[derive(Clone, Copy)]
pub(super) struct Sown {
    pub(super) own: u64,
    /// The other row without what was captured.
    pub(super) other: u64,
    /// What was captured, in the pits where it lay.
    pub(super) taken: u64,
}

/// Sows the seeds of a pit that is not empty and captures; whether that is legal is not asked.
#[inline(always)]
pub(super) fn sow(own: u64, other: u64, pit: u32) -> Sown {
    let seeds = own >> (8 * pit) & 0xff;
    let round = &ROUNDS[pit as usize][seeds as usize & 63];
    let own = (own ^ seeds << (8 * pit)) + round.own;
    let other = other + round.other;
    let taken = other & captured(other, round.reach);
    Sown { own, other: other ^ taken, taken }
}

/// The pits, backwards from the end of `reach`, that hold two or three seeds without a gap.
#[inline(always)]
fn captured(row: u64, reach: u64) -> u64 {
    // Halved, two and three are one; what is not 1 is not 0 after the exclusive or, and then the sum sets the highest bit.
    let others = ((row >> 1 & REST ^ ONES) + REST) & TOPS & reach;
    reach & u64::MAX << (u64::BITS - others.leading_zeros())
}

/// How many seeds lie in a row.
#[inline(always)]
pub(super) fn count(row: u64) -> u32 {
    (row.wrapping_mul(0x0101_0101_0101_0101) >> 56) as u32
}

/// Whether no pit of these rows holds more than one seed.
#[inline(always)]
pub(super) fn is_scattered(rows: [u64; 2]) -> bool {
    (rows[0] | rows[1]) & !ONES == 0
}

/// The pits of a row that are not empty, a bit each.
#[inline(always)]
pub(super) fn filled(row: u64) -> u32 {
    let bytes = ((row + REST) & TOPS) >> 7;
    // The product brings bit 8k to bit 56 + k; all its other terms fall on bits of their own.
    (bytes.wrapping_mul(1 << 56 | 1 << 49 | 1 << 42 | 1 << 35 | 1 << 28 | 1 << 21) >> 56) as u32 & 63
}

/// What sowing this many seeds from a pit adds to the rows.
#[derive(Clone, Copy)]
struct Round {
    own: u64,
    other: u64,
    /// The pits of the other row up to that of the last seed; none if this falls into the own row.
    reach: u64,
}

/// For every pit and every number of seeds up to [`SEEDS`], and some more so that six bits cannot miss.
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
