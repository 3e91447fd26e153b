//! Hashing of positions for transposition tables: fast, well mixed, and the same on every machine and in every run.

use std::hash::{Hash, Hasher};

/// The 64-bit key of anything that can be hashed, for [`Position::key`](crate::Position::key).
///
/// Two different values share a key with probability 2⁻⁶⁴. The function does not protect against an adversary who constructs collisions.
#[inline]
pub fn key<T: Hash + ?Sized>(value: &T) -> u64 {
    let mut mixer = Mixer(0);
    value.hash(&mut mixer);
    mixer.finish()
}

/// 2⁶⁴ divided by the golden ratio, odd: SplitMix64's step from one number to the next.
pub(crate) const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// The finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014), a bijection of 64 bits.
#[inline(always)]
pub(crate) const fn mix(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Passes each word through [`mix`].
struct Mixer(u64);

impl Mixer {
    #[inline]
    fn word(&mut self, word: u64) {
        self.0 = mix((self.0 ^ word).wrapping_add(STEP));
    }
}

impl Hasher for Mixer {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.word(u64::from_le_bytes(word));
        }
    }

    #[inline]
    fn write_u8(&mut self, i: u8) {
        self.word(u64::from(i));
    }

    #[inline]
    fn write_u16(&mut self, i: u16) {
        self.word(u64::from(i));
    }

    #[inline]
    fn write_u32(&mut self, i: u32) {
        self.word(u64::from(i));
    }

    #[inline]
    fn write_u64(&mut self, i: u64) {
        self.word(i);
    }

    #[inline]
    fn write_usize(&mut self, i: usize) {
        self.word(i as u64);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn neighbours_have_different_keys_in_every_half() {
        let words: Vec<[u64; 2]> = (0..64).flat_map(|a| (0..64).map(move |b| [1 << a, 1 << b])).collect();
        let keys: BTreeSet<u64> = words.iter().map(key).collect();
        assert_eq!(keys.len(), words.len());
        // 4096 keys of 32 bits: two in such a set coincide about twice in a thousand sets.
        for half in [0, 32] {
            let halves: BTreeSet<u32> = keys.iter().map(|k| (k >> half) as u32).collect();
            assert!(halves.len() + 1 >= words.len());
        }
    }

    /// The first numbers of SplitMix64 from the seed 1234567, as printed with the reference implementation (Vigna's `splitmix64.c`).
    #[test]
    fn the_finaliser_is_that_of_splitmix64() {
        let numbers = (1..=3).map(|n| mix(1_234_567u64.wrapping_add(STEP.wrapping_mul(n))));
        assert!(numbers.eq([6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]));
    }

    #[test]
    fn order_and_length_count() {
        assert_ne!(key(&[1u64, 2]), key(&[2u64, 1]));
        assert_ne!(key("ab"), key("ba"));
        assert_ne!(key(&vec![0u8; 3]), key(&vec![0u8; 4]));
    }
}
