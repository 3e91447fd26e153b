//! The positions since the last irreversible move, for games in which repetition draws.

use crate::Move;
use std::fmt::Debug;

/// A game's record of earlier positions.
pub(crate) trait History: Clone + Debug + Default + Send + 'static {
    /// Whether it remembers any.
    const KEPT: bool;

    /// Forgets all, before a position that cannot be like an earlier one.
    fn begin(&mut self, key: u64);

    /// Adds the position after a reversible move.
    fn add(&mut self, m: Move, key: u64);

    /// How often the last position has occurred.
    fn occurrences(&self) -> usize;

    /// The moves since the first position that is remembered.
    fn moves(&self) -> &[Move];
}

/// Nothing.
impl History for () {
    const KEPT: bool = false;

    fn begin(&mut self, _key: u64) {}

    fn add(&mut self, _m: Move, _key: u64) {}

    fn occurrences(&self) -> usize {
        1
    }

    fn moves(&self) -> &[Move] {
        &[]
    }
}

/// The keys of positions and the moves between them.
#[derive(Debug, Default)]
pub(crate) struct Repetition {
    keys: Vec<u64>,
    moves: Vec<Move>,
}

impl History for Repetition {
    const KEPT: bool = true;

    #[inline]
    fn begin(&mut self, key: u64) {
        self.keys.clear();
        self.moves.clear();
        self.keys.push(key);
    }

    #[inline]
    fn add(&mut self, m: Move, key: u64) {
        self.keys.push(key);
        self.moves.push(m);
    }

    #[inline]
    fn occurrences(&self) -> usize {
        let Some((last, earlier)) = self.keys.split_last() else { return 1 };
        1 + earlier.iter().filter(|key| *key == last).count()
    }

    fn moves(&self) -> &[Move] {
        &self.moves
    }
}

impl Clone for Repetition {
    fn clone(&self) -> Self {
        Repetition { keys: self.keys.clone(), moves: self.moves.clone() }
    }

    /// Allocates only if this history has never been as long.
    fn clone_from(&mut self, other: &Self) {
        self.keys.clone_from(&other.keys);
        self.moves.clone_from(&other.moves);
    }
}
