//! The entries of positions, by key.

use crate::search::{ActionId, ActionIds, Edges};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use treebench_games::Move;

/// The statistics of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    /// Iterations that passed it.
    pub(super) playouts: u32,
    /// The iteration that passed it last.
    pub(super) passed: u32,
    /// The places of its moves in [`Positions::moves`].
    first: u32,
    count: u32,
}

/// The statistics of a move in a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoveResults {
    /// Iterations that played it there.
    pub(super) playouts: u32,
    /// The sum of their results for the player, on the scale [0, 1].
    pub(super) value: f64,
    /// The number of the whole move.
    pub(super) action: ActionId,
    /// The place of its semimoves in [`Positions::semimoves`].
    start: u32,
    length: u32,
}

/// The entries of all positions met, and their moves.
#[derive(Default)]
pub(super) struct Positions {
    numbers: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    entries: Vec<Entry>,
    moves: Vec<MoveResults>,
    semimoves: Vec<Move>,
    /// Memory for the semimoves of a move.
    submove: Vec<Move>,
}

/// Keys of positions are mixed already.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = self.0 << 8 ^ u64::from(byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

impl Positions {
    /// Forgets all positions.
    pub(super) fn clear(&mut self) {
        self.numbers.clear();
        self.entries.clear();
        self.moves.clear();
        self.semimoves.clear();
    }

    /// The number of entries.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The memory that they take, the index counted with two words a position.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
            + size_of_val(self.moves.as_slice())
            + size_of_val(self.semimoves.as_slice())
            + self.numbers.capacity() * 16
    }

    /// The entry of the position with this key.
    pub(super) fn find(&self, key: u64) -> Option<u32> {
        self.numbers.get(&key).copied()
    }

    /// Makes an entry for the position with this key, which has none, and these moves.
    pub(super) fn add(&mut self, key: u64, edges: &Edges, ids: &mut ActionIds) -> u32 {
        let (number, first) = (self.entries.len() as u32, self.moves.len() as u32);
        edges.for_each(&mut self.submove, |submove| {
            let action = submove.iter().fold(ActionId::NONE, |context, &m| ids.number(context, m));
            let (start, length) = (self.semimoves.len() as u32, submove.len() as u32);
            self.semimoves.extend_from_slice(submove);
            self.moves.push(MoveResults { playouts: 0, value: 0.0, action, start, length });
        });
        self.entries.push(Entry { playouts: 0, passed: 0, first, count: self.moves.len() as u32 - first });
        self.numbers.insert(key, number);
        number
    }

    pub(super) fn entry(&self, number: u32) -> &Entry {
        &self.entries[number as usize]
    }

    pub(super) fn entry_mut(&mut self, number: u32) -> &mut Entry {
        &mut self.entries[number as usize]
    }

    /// The moves of a position.
    pub(super) fn moves(&self, number: u32) -> &[MoveResults] {
        let Entry { first, count, .. } = *self.entry(number);
        &self.moves[first as usize..][..count as usize]
    }

    /// The k-th move of a position, to add results to.
    pub(super) fn move_mut(&mut self, number: u32, k: usize) -> &mut MoveResults {
        let first = self.entry(number).first as usize;
        &mut self.moves[first + k]
    }

    /// The semimoves of a move.
    pub(super) fn submove(&self, of: &MoveResults) -> &[Move] {
        &self.semimoves[of.start as usize..][..of.length as usize]
    }
}
