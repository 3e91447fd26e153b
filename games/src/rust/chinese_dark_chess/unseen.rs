//! The numbers of unseen pieces, so that one is drawn without looking through them.

use super::pieces::{KINDS, PIECES};

/// One in every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const TOPS: u64 = 0x8080_8080_8080_8080;

/// For every piece of a colour, the number of unseen ones of it and of those before it in the bytes of a word.
pub(super) struct UnseenPieces([u64; 2]);

impl UnseenPieces {
    pub(super) fn new(counts: &[u8; PIECES]) -> UnseenPieces {
        let running = |from: usize| {
            let mut bytes = [0; 8];
            bytes[..KINDS].copy_from_slice(&counts[from..from + KINDS]);
            // No byte overflows, since there are at most 32 pieces.
            u64::from_le_bytes(bytes).wrapping_mul(ONES)
        };
        UnseenPieces([running(0), running(KINDS)])
    }

    /// Removes the unseen piece with this rank, red ones first, and says which it is.
    #[inline(always)]
    pub(super) fn remove(&mut self, rank: u32) -> u8 {
        let red = (self.0[0] >> 56) as u32;
        let colour = usize::from(rank >= red);
        let rank = if rank >= red { rank - red } else { rank };
        let word = &mut self.0[colour];
        // The top bit of a byte survives exactly if its number is at most the rank: the piece lies behind.
        let passed = (u64::from(rank).wrapping_mul(ONES) | TOPS).wrapping_sub(*word) & TOPS;
        let kind = (passed >> 7).wrapping_mul(ONES) >> 56;
        *word -= ONES << (8 * kind);
        KINDS as u8 * colour as u8 + kind as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rng;

    #[test]
    fn pieces_are_removed_as_from_a_list() {
        let mut rng = Rng::from_seed(4);
        for _ in 0..300 {
            let counts: [u8; PIECES] = std::array::from_fn(|_| [0, 0, 1, 2, 5][rng.below(5)]);
            let counts = if counts.iter().sum::<u8>() > 32 { [1; PIECES] } else { counts };
            let mut list: Vec<usize> = (0..PIECES).flat_map(|piece| vec![piece; usize::from(counts[piece])]).collect();
            let mut unseen = UnseenPieces::new(&counts);
            while !list.is_empty() {
                let rank = rng.below(list.len());
                assert_eq!(usize::from(unseen.remove(rank as u32)), list.remove(rank), "{counts:?}");
            }
        }
    }
}
