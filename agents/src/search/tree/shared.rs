//! Tables of actions for GRAVE: what was played below a node, whether or not it is legal there.

use super::{NodeId, Tree};
use crate::search::actions::ActionId;
use treebench_games::Player;

/// The results of the iterations that passed a node and in which a player played an action below it.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Shared {
    /// Their sum for that player, each on the scale [0, 1].
    pub value: f64,
    /// How many they are.
    pub visits: u32,
}

/// The tables of all nodes in one: an entry for each node's table, player and action. Open addressing, linear probing.
#[derive(Clone, Debug)]
pub(super) struct SharedTable {
    players: u32,
    /// The number of the table, that of action and player, and the results; table 0 marks what is empty.
    entries: Vec<(u32, u32, Shared)>,
    count: usize,
    /// Tables opened so far.
    tables: u32,
    /// Whether only the root has one.
    root_only: bool,
}

impl SharedTable {
    pub(super) fn new(players: usize, root_only: bool) -> SharedTable {
        SharedTable { players: players as u32, entries: vec![(0, 0, Shared::default()); 1 << 10], count: 0, tables: 0, root_only }
    }

    pub(super) fn clear(&mut self) {
        self.entries.fill((0, 0, Shared::default()));
        (self.count, self.tables) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice())
    }

    fn key(&self, player: Player, action: ActionId) -> u32 {
        action.0.wrapping_mul(self.players).wrapping_add(player as u32)
    }

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

    fn get(&self, table: u32, key: u32) -> Shared {
        self.entries[self.slot(table, key)].2
    }

    fn add(&mut self, table: u32, key: u32, score: f64) {
        let slot = self.slot(table, key);
        let entry = &mut self.entries[slot];
        if entry.0 == 0 {
            (entry.0, entry.1) = (table, key);
            self.count += 1;
        }
        entry.2.visits += 1;
        entry.2.value += score;
        if self.count * 2 > self.entries.len() {
            self.resize(self.entries.len() * 2, |_| true);
        }
    }

    /// Makes the table this large and keeps what belongs to some of the nodes' tables.
    fn resize(&mut self, size: usize, keep: impl Fn(u32) -> bool) {
        let old = std::mem::replace(&mut self.entries, vec![(0, 0, Shared::default()); size]);
        self.count = 0;
        for entry in old.into_iter().filter(|entry| entry.0 != 0 && keep(entry.0)) {
            let slot = self.slot(entry.0, entry.1);
            self.entries[slot] = entry;
            self.count += 1;
        }
    }
}

impl Tree {
    /// Whether nodes have tables.
    #[inline]
    pub fn has_tables(&self) -> bool {
        self.tables.shared.is_some()
    }

    /// Gives a node a table if nodes have any.
    pub fn open_table(&mut self, node: NodeId) {
        if let Some(shared) = &mut self.tables.shared
            && (node == Tree::ROOT || !shared.root_only)
        {
            shared.tables += 1;
            self.tables.table.row_mut(node)[0] = shared.tables;
        }
    }

    /// Adds a result to these actions of players in a node's table; nothing happens if the node has none.
    pub fn add_to_table(&mut self, node: NodeId, actions: &[(Player, ActionId)], scores: &[f64]) {
        let Some(shared) = &mut self.tables.shared else { return };
        let table = self.tables.table.row(node)[0];
        if table == 0 {
            return;
        }
        for &(player, action) in actions {
            let key = shared.key(player, action);
            shared.add(table, key, scores[player]);
        }
    }

    /// What a node's table says of a player's action.
    pub fn shared(&self, node: NodeId, player: Player, action: ActionId) -> Shared {
        let Some(shared) = &self.tables.shared else { return Shared::default() };
        match self.tables.table.row(node)[0] {
            0 => Shared::default(),
            table => shared.get(table, shared.key(player, action)),
        }
    }

    /// Forgets the tables of nodes that are no longer in the tree.
    pub(super) fn sweep_tables(&mut self) {
        let Some(shared) = &mut self.tables.shared else { return };
        let mut live = vec![false; shared.tables as usize + 1];
        for node in 0..self.nodes.len() as NodeId {
            live[self.tables.table.row(node)[0] as usize] = true;
        }
        shared.resize(shared.entries.len(), |table| live[table as usize]);
        if shared.root_only && self.tables.table.row(Tree::ROOT)[0] == 0 {
            shared.tables += 1;
            self.tables.table.row_mut(Tree::ROOT)[0] = shared.tables;
        }
    }
}
