//! The visited states of a walk: 128-bit keys.

use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of keys.
#[derive(Default)]
pub(super) struct VisitedKeys(HashSet<u128, BuildHasherDefault<IdentityHasher>>);

/// Larger tables are given back after a walk, because emptying them takes time.
const KEPT: usize = 1 << 14;

impl VisitedKeys {
    /// Adds a key; whether it is new.
    #[inline]
    pub(super) fn insert(&mut self, key: u128) -> bool {
        self.0.insert(key)
    }

    pub(super) fn clear(&mut self) {
        if self.0.capacity() > KEPT {
            self.0 = HashSet::default();
        } else {
            self.0.clear();
        }
    }
}

/// The keys are mixed already.
#[derive(Default)]
struct IdentityHasher(u64);

impl Hasher for IdentityHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 ^ u64::from(byte));
    }

    fn write_u128(&mut self, key: u128) {
        self.0 = key as u64;
    }
}

/// 128 well mixed bits for two numbers.
#[inline]
pub(super) fn mixed(a: u32, b: u32) -> u128 {
    let word = u64::from(a) << 32 | u64::from(b);
    u128::from(finish(word ^ 0x9e37_79b9_7f4a_7c15)) << 64 | u128::from(finish(word.wrapping_add(0x6a09_e667_f3bc_c909)))
}

/// The finaliser of SplitMix64 (Steele, Lea and Flood 2014).
#[inline]
fn finish(mut z: u64) -> u64 {
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
