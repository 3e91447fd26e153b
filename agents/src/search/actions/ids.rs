//! Numbers for actions.

use treebench_games::Move;

/// The number of an action: of a semimove after another action that began the same move, or after nothing.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ActionId(pub u32);

impl ActionId {
    /// Nothing: the context in which a move begins.
    pub const NONE: ActionId = ActionId(u32::MAX);
}

/// An action that is not in the table.
const EMPTY: u32 = u32::MAX;

/// An entry of the table.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    semimove: Move,
    context: ActionId,
    id: u32,
}

impl Entry {
    const NONE: Entry = Entry { semimove: Move(0), context: ActionId(0), id: EMPTY };

    /// Its number, if it is that of this pair.
    #[inline]
    fn is(&self, context: ActionId, m: Move) -> Option<ActionId> {
        (self.id != EMPTY && self.semimove == m && self.context == context).then_some(ActionId(self.id))
    }
}

/// Gives numbers to actions, counted from [`SMALL`](Self::SMALL) on in the order in which they were first met.
///
/// A pair of context and semimove represents a whole submove (split-moves paper, appendix 4.2): the context is the number
/// of the submove before, so that every entry has the same length, and so has every look-up. Open addressing, linear probing.
#[derive(Clone, Debug)]
pub struct ActionIds {
    /// A power of two of them.
    entries: Vec<Entry>,
    count: u32,
}

impl Default for ActionIds {
    fn default() -> Self {
        ActionIds { entries: vec![Entry::NONE; 1 << 10], count: 0 }
    }
}

impl ActionIds {
    /// Semimoves below this that begin a move are their own numbers: no table is read for them.
    pub const SMALL: u64 = 1 << 18;

    /// Whether all of these semimoves are their own numbers if they begin a move.
    #[inline]
    pub fn are_small(semimoves: &[Move]) -> bool {
        // The limit is a power of two.
        semimoves.iter().fold(0, |bits, m| bits | m.0) < Self::SMALL
    }

    /// Forgets all numbers but keeps the memory.
    pub fn clear(&mut self) {
        self.entries.fill(Entry::NONE);
        self.count = 0;
    }

    /// The number of a semimove in a context, if it was ever given one.
    #[inline]
    pub fn find(&self, context: ActionId, m: Move) -> Option<ActionId> {
        if is_small(context, m) {
            return Some(ActionId(m.0 as u32));
        }
        let id = self.entries[self.slot(context, m)].id;
        (id != EMPTY).then_some(ActionId(id))
    }

    /// Replaces `out` by the number of each of these semimoves in a context, if it was ever given one.
    ///
    /// The table is larger than the caches. So the entries where the searches begin are copied to `first` before any is looked at: these loads
    /// depend on nothing, and the processor waits for all of them at once. After a wrong guess whether an entry is the right one it would
    /// wait for each by itself.
    pub fn find_all(&self, context: ActionId, semimoves: &[Move], first: &mut Vec<Entry>, out: &mut Vec<Option<ActionId>>) {
        let mask = self.entries.len() - 1;
        first.clear();
        let copy = |&m: &Move| if is_small(context, m) { Entry::NONE } else { self.entries[home(context, m) & mask] };
        first.extend(semimoves.iter().map(copy));
        out.clear();
        out.extend(semimoves.iter().zip(first).map(|(&m, entry)| entry.is(context, m).or_else(|| self.find(context, m))));
    }

    /// The number of a semimove in a context; a new one if it has none yet.
    #[inline]
    pub fn number(&mut self, context: ActionId, m: Move) -> ActionId {
        if is_small(context, m) {
            return ActionId(m.0 as u32);
        }
        let slot = self.slot(context, m);
        match self.entries[slot].id {
            EMPTY => self.insert(slot, context, m),
            id => ActionId(id),
        }
    }

    /// The entry of a pair, or the empty one where it belongs.
    #[inline]
    fn slot(&self, context: ActionId, m: Move) -> usize {
        let mask = self.entries.len() - 1;
        let mut slot = home(context, m) & mask;
        loop {
            let entry = &self.entries[slot];
            if entry.id == EMPTY || entry.semimove == m && entry.context == context {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    #[cold]
    fn insert(&mut self, slot: usize, context: ActionId, m: Move) -> ActionId {
        let id = Self::SMALL as u32 + self.count;
        self.entries[slot] = Entry { semimove: m, context, id };
        self.count += 1;
        if self.count as usize * 2 > self.entries.len() {
            let old = std::mem::take(&mut self.entries);
            self.entries = vec![Entry::NONE; old.len() * 2];
            for entry in old.into_iter().filter(|entry| entry.id != EMPTY) {
                let slot = self.slot(entry.context, entry.semimove);
                self.entries[slot] = entry;
            }
        }
        ActionId(id)
    }
}

/// Whether the number of this pair is the semimove itself.
#[inline]
fn is_small(context: ActionId, m: Move) -> bool {
    m.0 < ActionIds::SMALL && context == ActionId::NONE
}

/// The slot where the search for a pair begins, to be reduced to the size of the table.
#[inline]
fn home(context: ActionId, m: Move) -> usize {
    let mut hash = (m.0 ^ u64::from(context.0).rotate_left(40)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^= hash >> 32;
    hash.wrapping_mul(0xd6e8_feb8_6659_fd93) as usize >> 20
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use treebench_games::Rng;

    #[test]
    fn numbers_are_those_of_a_plain_map() {
        let (mut ids, mut plain, mut rng) = (ActionIds::default(), BTreeMap::new(), Rng::from_seed(5));
        let (mut first, mut found) = (Vec::new(), Vec::new());
        for _ in 0..2_000 {
            // Contexts are nothing, small numbers and given ones; semimoves are small and large.
            let context = match rng.below(3) {
                0 => ActionId::NONE,
                1 => ActionId(rng.below(50) as u32),
                _ => ActionId(ActionIds::SMALL as u32 + rng.below(50) as u32),
            };
            let semimoves: Vec<Move> = (0..rng.below(12)).map(|_| Move((rng.below(40) as u64) << (rng.below(3) * 20))).collect();
            ids.find_all(context, &semimoves, &mut first, &mut found);
            let is_own = |m: Move| context == ActionId::NONE && m.0 < ActionIds::SMALL;
            let expected = |m: Move| if is_own(m) { Some(ActionId(m.0 as u32)) } else { plain.get(&(context, m)).copied() };
            assert_eq!(found, semimoves.iter().map(|&m| expected(m)).collect::<Vec<_>>());
            assert_eq!(found, semimoves.iter().map(|&m| ids.find(context, m)).collect::<Vec<_>>());
            for &m in semimoves.iter().filter(|&&m| !is_own(m)) {
                let next = ActionId(ActionIds::SMALL as u32 + plain.len() as u32);
                assert_eq!(ids.number(context, m), *plain.entry((context, m)).or_insert(next));
            }
        }
        assert!(plain.len() > 2_000, "the table has grown twice");
    }
}
