//! Sets of squares in 64 bits: iteration, and random choice without a list.
//!
//! Portable on purpose: only baseline instructions of the target are used, so that a binary built on one node of a cluster runs on every
//! other.

use crate::rng::Rng;

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// The index of the set bit with a given rank in a byte.
const IN_BYTE: [[u8; 8]; 256] = in_byte();

const fn in_byte() -> [[u8; 8]; 256] {
    let mut table = [[0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte][rank] = bit as u8;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    table
}

/// For every byte, the number of bits set in it and in the bytes below.
#[inline]
const fn running_counts(word: u64) -> u64 {
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let nibbles = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (nibbles + (nibbles >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    bytes.wrapping_mul(ONES)
}

/// The index of the set bit with this rank. `counts` are the running counts of the word, and `rank` is below the last of them.
#[inline]
fn select_counted(word: u64, counts: u64, rank: u32) -> u32 {
    // In each byte the top bit survives exactly if its running count is at most the rank (Vigna, "Broadword implementation of rank/select
    // queries", 2008); the number of survivors is the number of bytes to skip.
    let skipped = (((u64::from(rank).wrapping_mul(ONES)) | TOPS).wrapping_sub(counts) & TOPS) >> 7;
    let shift = (skipped.wrapping_mul(ONES) >> 56) as u32 * 8;
    let below = (counts << 8 >> (shift & 63)) as u32 & 0xff;
    let byte = (word >> (shift & 63)) as usize & 0xff;
    shift + u32::from(IN_BYTE[byte][(rank.wrapping_sub(below) & 7) as usize])
}

/// The index of the set bit that has exactly `rank` set bits below it.
///
/// # Panics
/// If `word` has no more than `rank` set bits.
#[inline]
pub fn select(word: u64, rank: u32) -> u32 {
    let counts = running_counts(word);
    assert!(u64::from(rank) < counts >> 56, "rank {rank} in a word with {} set bits", counts >> 56);
    select_counted(word, counts, rank)
}

/// The index of a uniformly random set bit, for one 32-bit draw.
///
/// # Panics
/// If no bit is set.
#[inline]
pub fn pick(word: u64, rng: &mut Rng) -> u32 {
    let counts = running_counts(word);
    select_counted(word, counts, rng.below((counts >> 56) as usize) as u32)
}

/// The indices of the set bits in ascending order.
#[inline]
pub fn ones(mut word: u64) -> impl Iterator<Item = u32> + Clone {
    std::iter::from_fn(move || {
        let index = word.trailing_zeros();
        let found = word != 0;
        word &= word.wrapping_sub(1);
        found.then_some(index)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The bits of a word one by one.
    fn plainly(word: u64) -> Vec<u32> {
        (0..64).filter(|&bit| word >> bit & 1 == 1).collect()
    }

    /// Sparse, dense, even and extreme words.
    fn words() -> Vec<u64> {
        let mut rng = Rng::from_seed(2);
        let mut words = vec![0, 1, 1 << 63, u64::MAX, u64::MAX - 1, ONES, TOPS];
        for _ in 0..2_000 {
            let (a, b) = (rng.bits64(), rng.bits64());
            words.extend([a, a & b, a | b, a & b & rng.bits64(), a << (b & 63)]);
        }
        words
    }

    #[test]
    fn select_and_ones_agree_with_a_plain_loop() {
        for word in words() {
            let bits = plainly(word);
            assert_eq!(ones(word).collect::<Vec<_>>(), bits, "{word:#x}");
            for (rank, &bit) in bits.iter().enumerate() {
                assert_eq!(select(word, rank as u32), bit, "rank {rank} of {word:#x}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "rank 2 in a word with 2 set bits")]
    fn a_rank_too_high_is_refused() {
        select(0b101, 2);
    }

    #[test]
    fn pick_draws_as_below_does() {
        let (mut one, mut two) = (Rng::from_seed(3), Rng::from_seed(3));
        for word in words().into_iter().filter(|&word| word != 0) {
            let bits = plainly(word);
            assert_eq!(pick(word, &mut one), bits[two.below(bits.len())]);
        }
    }
}
