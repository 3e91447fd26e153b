//! The transposition table: results of searches by position key.

/// How a stored value bounds the true value at its depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Bound {
    /// The true value is at least this.
    Lower,
    /// The value is exact.
    Exact,
    /// The true value is at most this.
    Upper,
}

/// A stored result.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct StoredResult {
    /// For the player to move: own score minus the opponent's, from −1 to 1.
    pub(crate) value: f32,
    /// The kind of value.
    pub(crate) bound: Bound,
    /// Whether it rests on finished games alone.
    pub(crate) proven: bool,
    /// The depth of the search in whole moves.
    pub(crate) depth: u8,
    /// The index of the best semimove in the list of moves, whose order is the same at every visit.
    pub(crate) best: u16,
}

impl StoredResult {
    /// 64 bits, all zero only for an empty slot: the value, the move, the depth, the age, and the kind.
    fn pack(self, age: u8) -> u64 {
        let kind = match self.bound {
            Bound::Lower => 1,
            Bound::Exact => 2,
            Bound::Upper => 3,
        };
        let flags = kind | u64::from(self.proven) << 2 | u64::from(age & OLDEST) << 3;
        u64::from(self.value.to_bits()) << 32 | u64::from(self.best) << 16 | u64::from(self.depth) << 8 | flags
    }

    fn unpack(data: u64) -> Option<StoredResult> {
        let bound = match data & 3 {
            1 => Bound::Lower,
            2 => Bound::Exact,
            3 => Bound::Upper,
            _ => return None,
        };
        let value = f32::from_bits((data >> 32) as u32);
        Some(StoredResult { value, bound, proven: data >> 2 & 1 == 1, depth: depth(data), best: (data >> 16) as u16 })
    }
}

/// Ages wrap around after this.
const OLDEST: u8 = 31;

fn age(data: u64) -> u8 {
    data as u8 >> 3
}

fn depth(data: u64) -> u8 {
    (data >> 8) as u8
}

/// A slot: the whole key, and its entry.
type Slot = [u64; 2];

/// A table of fixed size. Every key has two slots: one for the deepest search of the current turn, one for the latest (two-tier
/// replacement).
pub(crate) struct Table {
    buckets: Vec<[Slot; 2]>,
    age: u8,
    used: u64,
}

impl Table {
    /// A table of this size in bytes; below 32 bytes it stores nothing.
    pub(crate) fn new(bytes: usize) -> Table {
        Table { buckets: vec![[[0; 2]; 2]; bytes / size_of::<[Slot; 2]>()], age: 0, used: 0 }
    }

    /// Clears the table.
    pub(crate) fn clear(&mut self) {
        if self.used > 0 {
            // New memory is zeroed page by page on first use.
            *self = Table::new(self.bytes());
        }
    }

    /// Starts a new turn: entries stay, but may be replaced by new ones of any depth.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) & OLDEST;
    }

    /// Whether it can store anything.
    #[inline]
    pub(crate) fn is_on(&self) -> bool {
        !self.buckets.is_empty()
    }

    /// The number of filled slots.
    pub(crate) fn used(&self) -> u64 {
        self.used
    }

    /// The memory in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.buckets.len() * size_of::<[Slot; 2]>()
    }

    /// The entry of the position with this key.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<StoredResult> {
        let bucket = self.buckets.get(self.place(key))?;
        bucket.iter().find(|slot| slot[0] == key).and_then(|slot| StoredResult::unpack(slot[1]))
    }

    /// Stores an entry.
    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: StoredResult) {
        let place = self.place(key);
        let Some([deepest, latest]) = self.buckets.get_mut(place) else { return };
        let slot = [key, known.pack(self.age)];
        let same = deepest[0] == key;
        if same || age(deepest[1]) != self.age || depth(deepest[1]) <= known.depth {
            let before = std::mem::replace(deepest, slot);
            self.used += u64::from(before[1] == 0);
            if same || before[1] == 0 {
                return;
            }
            // A replaced entry moves to the slot for the latest.
            self.used += u64::from(latest[1] == 0);
            *latest = before;
        } else {
            self.used += u64::from(latest[1] == 0);
            *latest = slot;
        }
    }

    /// The bucket of a key: its high bits, scaled to the size. An empty table has none.
    #[inline]
    fn place(&self, key: u64) -> usize {
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(depth: u8) -> StoredResult {
        StoredResult { value: -0.25, bound: Bound::Upper, proven: true, depth, best: 7 }
    }

    #[test]
    fn what_is_put_is_found_again() {
        let mut table = Table::new(1 << 12);
        for bound in [Bound::Lower, Bound::Exact, Bound::Upper] {
            for (value, proven, depth, best) in [(-1.0, true, 255, 0), (0.0, false, 0, u16::MAX), (0.3, false, 17, 40)] {
                let known = StoredResult { value, bound, proven, depth, best };
                table.put(99, known);
                assert_eq!(table.get(99), Some(known));
            }
        }
        assert_eq!(table.used(), 1);
        assert_eq!(table.get(98), None);
        table.clear();
        assert_eq!((table.get(99), table.used(), table.bytes()), (None, 0, 1 << 12));
    }

    #[test]
    fn the_deepest_and_the_latest_of_a_bucket_stay() {
        let mut table = Table::new(32);
        for (key, depth) in [(1, 9), (2, 3), (3, 5)] {
            table.put(key, known(depth));
        }
        assert_eq!([1, 2, 3].map(|key| table.get(key).is_some()), [true, false, true]);
        // On the next turn the deepest entry is replaced.
        table.grow_older();
        table.put(4, known(1));
        assert_eq!([1, 3, 4].map(|key| table.get(key).is_some()), [true, false, true]);
        assert_eq!(table.used(), 2);
    }

    #[test]
    fn a_table_without_room_remembers_nothing() {
        let mut table = Table::new(31);
        table.put(1, known(1));
        assert!(!table.is_on() && table.get(1).is_none());
    }
}
