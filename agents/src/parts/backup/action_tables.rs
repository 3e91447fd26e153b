//! Tables of actions for GRAVE and HRAVE: results of the actions played below a node, whether or not they are legal there.

use super::action_results::{ActionResults, ResultTables};
use crate::search::{ActionId, Column, NodeId, Rows, Table, Tree};
use std::ops::Range;
use treebench_games::Player;

/// The tables of all nodes, with results per node's table, player and action.
pub struct ActionTables {
    /// Players of the game.
    players: u32,
    /// Whether only the root has a table (HRAVE), or every expanded node (GRAVE).
    root_only: bool,
    /// The number of each node's table; 0 if it has none.
    numbers: Rows<u32>,
    results: ResultTables,
    /// The number of the last table opened.
    last: u32,
}

impl Column for ActionTables {
    type Table = ActionTables;
    const NAME: &'static str = "tables of actions";
}

impl ActionTables {
    /// No tables yet, in a tree that has only its root.
    pub(crate) fn new(players: usize, root_only: bool) -> ActionTables {
        ActionTables { players: players as u32, root_only, numbers: Rows::single(0), results: ResultTables::default(), last: 0 }
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
            self.results.add(table, key, scores[player]);
        }
    }

    /// The results of a player's action in a node's table; none if the node has no table.
    pub fn results(&self, node: NodeId, player: Player, action: ActionId) -> ActionResults {
        match self.numbers.cell(node) {
            0 => ActionResults::default(),
            table => self.results.of(table, self.key(player, action)),
        }
    }

    fn key(&self, player: Player, action: ActionId) -> u32 {
        action.0.wrapping_mul(self.players).wrapping_add(player as u32)
    }
}

impl Table for ActionTables {
    fn bytes(&self) -> usize {
        self.numbers.bytes() + self.results.bytes()
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.results.clear();
        self.last = 0;
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
        self.results.retain(|table| live[table as usize]);
        if self.root_only && self.numbers.cell(Tree::ROOT) == 0 {
            self.open(Tree::ROOT);
        }
    }
}
