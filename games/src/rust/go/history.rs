//! The positions that a game has passed through, for superko.

use super::zobrist::mixed;

/// A set of the keys of positions. A filter answers most questions without looking through the keys.
#[derive(Debug)]
pub(super) struct History<const CAP: usize> {
    /// In the order in which they were added, each once.
    keys: Vec<u64>,
    /// For every key, the bit that its low bits name.
    filter: [u32; CAP],
    /// The greatest number of stones in any of the positions: a position with more is new.
    pub(super) peak: u16,
}

impl<const CAP: usize> History<CAP> {
    pub(super) fn new() -> Self {
        History { keys: Vec::new(), filter: [0; CAP], peak: 0 }
    }

    /// The word of the filter, and the bit in it.
    #[inline(always)]
    fn slot(key: u64) -> (usize, u32) {
        (key as usize >> 5 & (CAP - 1), 1 << (key & 31))
    }

    #[inline(always)]
    pub(super) fn contains(&self, key: u64) -> bool {
        let (word, bit) = Self::slot(key);
        self.filter[word] & bit != 0 && self.keys.contains(&key)
    }

    /// Adds a key that the set does not contain.
    #[inline(always)]
    pub(super) fn push(&mut self, key: u64, stones: u16) {
        let (word, bit) = Self::slot(key);
        self.filter[word] |= bit;
        self.keys.push(key);
        self.peak = self.peak.max(stones);
    }

    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// A key of the whole set.
    pub(super) fn sum(&self) -> u64 {
        self.keys.iter().fold(0, |sum, &key| sum ^ mixed(key))
    }
}

impl<const CAP: usize> Clone for History<CAP> {
    fn clone(&self) -> Self {
        History { keys: self.keys.clone(), ..*self }
    }

    /// Allocates only if this set has never been as large.
    fn clone_from(&mut self, other: &Self) {
        // Without superko both are empty.
        if !(self.keys.is_empty() && other.keys.is_empty()) {
            self.keys.clone_from(&other.keys);
            (self.filter, self.peak) = (other.filter, other.peak);
        }
    }
}
