//! Results of actions in many tables at once, for all-moves-as-first statistics of actions that need not be legal where they are kept.

/// The results of the iterations that passed a node and in which a player played an action below it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ActionResults {
    /// Their sum for that player, each on the scale [0, 1].
    pub value: f64,
    /// Their number.
    pub visits: u32,
}

/// One hash table with an entry per table and key (open addressing, linear probing). Tables are numbered from 1.
pub(crate) struct ResultTables {
    /// The number of a table, the key of an action in it, and the results; table 0 marks an empty entry.
    entries: Vec<(u32, u32, ActionResults)>,
    /// Entries in use.
    count: usize,
}

const EMPTY: (u32, u32, ActionResults) = (0, 0, ActionResults { value: 0.0, visits: 0 });

impl Default for ResultTables {
    fn default() -> Self {
        ResultTables { entries: vec![EMPTY; 1 << 10], count: 0 }
    }
}

impl ResultTables {
    /// Forgets all results but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.entries.fill(EMPTY);
        self.count = 0;
    }

    /// The memory of the entries.
    pub(crate) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    /// The results of an action in a table.
    pub(crate) fn of(&self, table: u32, key: u32) -> ActionResults {
        self.entries[self.slot(table, key)].2
    }

    /// Adds a result to an action in a table.
    pub(crate) fn add(&mut self, table: u32, key: u32, score: f64) {
        let slot = self.slot(table, key);
        let entry = &mut self.entries[slot];
        if entry.0 == 0 {
            (entry.0, entry.1) = (table, key);
            self.count += 1;
        }
        entry.2.visits += 1;
        entry.2.value += score;
        if self.count * 2 > self.entries.len() {
            self.rehash(self.entries.len() * 2, |_| true);
        }
    }

    /// Forgets the tables that do not pass.
    pub(crate) fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        self.rehash(self.entries.len(), keep);
    }

    /// The entry of an action, or the empty one where it belongs.
    fn slot(&self, table: u32, key: u32) -> usize {
        let mask = self.entries.len() - 1;
        let hash = (u64::from(table) << 32 | u64::from(key)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mut slot = (hash >> 20) as usize & mask;
        loop {
            let (other, action, _) = self.entries[slot];
            if other == 0 || other == table && action == key {
                return slot;
            }
            slot = (slot + 1) & mask;
        }
    }

    /// Changes the number of entries and keeps those of the tables that pass.
    fn rehash(&mut self, size: usize, keep: impl Fn(u32) -> bool) {
        let old = std::mem::replace(&mut self.entries, vec![EMPTY; size]);
        self.count = 0;
        for entry in old.into_iter().filter(|entry| entry.0 != 0 && keep(entry.0)) {
            let slot = self.slot(entry.0, entry.1);
            self.entries[slot] = entry;
            self.count += 1;
        }
    }
}
