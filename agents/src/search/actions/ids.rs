//! Numbers for actions.

use treebench_games::Move;

/// The number of an action: of a semimove after another action that began the same move, or after nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionId(pub u32);

impl ActionId {
    /// Nothing: the context in which a move begins.
    pub const NONE: ActionId = ActionId(u32::MAX);
}

/// What is not in the table.
const EMPTY: u32 = u32::MAX;

/// Gives numbers to actions, counted from [`SMALL`](Self::SMALL) on in the order in which they were first met.
///
/// A pair of context and semimove represents a whole submove (split-moves paper, appendix 4.2): the context is the number
/// of the submove before, so that every entry has the same length, and so has every look-up. Open addressing, linear probing.
#[derive(Clone, Debug)]
pub struct ActionIds {
    /// Context, semimove and number of each entry; a power of two of them.
    entries: Vec<(u64, u32, u32)>,
    count: u32,
}

impl Default for ActionIds {
    fn default() -> Self {
        ActionIds { entries: vec![(0, 0, EMPTY); 1 << 10], count: 0 }
    }
}

impl ActionIds {
    /// Semimoves below this that begin a move are their own numbers: no table is read for them.
    pub const SMALL: u64 = 1 << 18;

    /// Forgets all numbers but keeps the memory.
    pub fn clear(&mut self) {
        self.entries.fill((0, 0, EMPTY));
        self.count = 0;
    }

    /// The number of a semimove in a context, if it was ever given one.
    #[inline]
    pub fn find(&self, context: ActionId, m: Move) -> Option<ActionId> {
        if m.0 < Self::SMALL && context == ActionId::NONE {
            return Some(ActionId(m.0 as u32));
        }
        let id = self.entries[self.slot(context, m)].2;
        (id != EMPTY).then_some(ActionId(id))
    }

    /// The number of a semimove in a context; a new one if it has none yet.
    #[inline]
    pub fn number(&mut self, context: ActionId, m: Move) -> ActionId {
        if m.0 < Self::SMALL && context == ActionId::NONE {
            return ActionId(m.0 as u32);
        }
        let slot = self.slot(context, m);
        match self.entries[slot].2 {
            EMPTY => self.insert(slot, context, m),
            id => ActionId(id),
        }
    }

    /// The entry of a pair, or the empty one where it belongs.
    #[inline]
    fn slot(&self, context: ActionId, m: Move) -> usize {
        let mask = self.entries.len() - 1;
        let mut hash = (m.0 ^ u64::from(context.0).rotate_left(40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        hash ^= hash >> 32;
        let mut slot = hash.wrapping_mul(0xd6e8_feb8_6659_fd93) as usize >> 20 & mask;
        loop {
            let (semimove, before, id) = self.entries[slot];
            if id == EMPTY || semimove == m.0 && before == context.0 {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, slot: usize, context: ActionId, m: Move) -> ActionId {
        let id = Self::SMALL as u32 + self.count;
        self.entries[slot] = (m.0, context.0, id);
        self.count += 1;
        if self.count as usize * 2 > self.entries.len() {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![(0, 0, EMPTY); old.len() * 2];
            for entry in old.into_iter().filter(|entry| entry.2 != EMPTY) {
                let slot = self.slot(ActionId(entry.1), Move(entry.0));
                self.entries[slot] = entry;
            }
        }
        ActionId(id)
    }
}
