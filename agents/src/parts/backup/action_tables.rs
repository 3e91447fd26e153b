//! Tables of actions for GRAVE and HRAVE: results of the actions played below a node, whether or not they are legal there.

use crate::search::{ActionId, Column, NodeId, Rows, Table, Tree};
use std::ops::Range;
use treebench_games::Player;

/// The results of the iterations that passed a node and in which a player played an action below it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ActionResults {
    /// Their sum for that player, each on the scale [0, 1].
    pub value: f64,
    /// Their number.
    pub visits: u32,
}

/// One hash table for the tables of all nodes, with an entry per node's table, player and action (open addressing, linear probing).
pub struct ActionTables {
    /// Players of the game.
    players: u32,
    /// Whether only the root has a table (HRAVE), or every expanded node (GRAVE).
    root_only: bool,
    /// The number of each node's table; 0 if it has none.
    numbers: Rows<u32>,
    /// The number of a table, the key of an action in it, and the results; table 0 marks an empty entry.
    entries: Vec<(u32, u32, ActionResults)>,
    /// Entries in use.
    count: usize,
    /// The number of the last table opened.
    last: u32,
}

impl Column for ActionTables {
    type Table = ActionTables;
    const NAME: &'static str = "tables of actions";
}

const EMPTY: (u32, u32, ActionResults) = (0, 0, ActionResults { value: 0.0, visits: 0 });

impl ActionTables {
    /// No tables yet, in a tree that has only its root.
    pub(crate) fn new(players: usize, root_only: bool) -> ActionTables {
        ActionTables { players: players as u32, root_only, numbers: Rows::single(0), entries: vec![EMPTY; 1 << 10], count: 0, last: 0 }
    }

    /// Gives a node a table, unless only the root has one.
    pub(crate) fn open(&mut self, node: NodeId) {
        if node == Tree::ROOT || !self.root_only {
            self.last += 1;
            *self.numbers.cell_mut(node) = self.last;
        }
    }

    /// Adds a result to these actions in a node's table; does nothing if the node has none.
    pub(crate) fn add_results(&mut self, node: NodeId, actions: &[(Player, ActionId)], scores: &[f64]) {
        let table = self.numbers.cell(node);
        if table == 0 {
            return;
        }
        for &(player, action) in actions {
            let key = self.key(player, action);
            self.add_result(table, key, scores[player]);
        }
    }

    /// The results of a player's action in a node's table; none if the node has no table.
    pub fn results(&self, node: NodeId, player: Player, action: ActionId) -> ActionResults {
        match self.numbers.cell(node) {
            0 => ActionResults::default(),
            table => self.entries[self.slot(table, self.key(player, action))].2,
        }
    }

    fn key(&self, player: Player, action: ActionId) -> u32 {
        action.0.wrapping_mul(self.players).wrapping_add(player as u32)
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

    fn add_result(&mut self, table: u32, key: u32, score: f64) {
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

impl Table for ActionTables {
    fn bytes(&self) -> usize {
        self.numbers.bytes() + size_of_val(self.entries.as_slice())
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.entries.fill(EMPTY);
        (self.count, self.last) = (0, 0);
    }

    fn add(&mut self, nodes: usize) {
        self.numbers.add(nodes);
    }

    fn renew(&mut self, id: NodeId) {
        self.numbers.renew(id);
    }

    fn append(&mut self, ids: Range<NodeId>) {
        self.numbers.append(ids);
    }

    fn swap(&mut self, a: NodeId, b: NodeId) {
        self.numbers.swap(a, b);
    }

    fn begin_reroot(&mut self) {
        self.numbers.begin_reroot();
    }

    fn keep(&mut self, ids: Range<NodeId>) {
        self.numbers.keep(ids);
    }

    /// Forgets the tables of nodes that have left the tree.
    fn end_reroot(&mut self) {
        self.numbers.end_reroot();
        let mut live = vec![false; self.last as usize + 1];
        self.numbers.all().iter().for_each(|&table| live[table as usize] = true);
        self.rehash(self.entries.len(), |table| live[table as usize]);
        if self.root_only && self.numbers.cell(Tree::ROOT) == 0 {
            self.open(Tree::ROOT);
        }
    }
}
