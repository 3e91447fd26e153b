//! The history of actions: how often each was played in all iterations, wherever in the game, and with what results.

use super::{ActionResults, AmafUnit};
use crate::search::{ActionId, Backup, Column, ColumnId, ExpandedNode, Iteration, Needs, NodeId, Rows, Table, Tracing, Tree};
use std::ops::Range;
use treebench_games::Player;

/// The results of actions in all iterations since the tree began, and the number of the action that leads to each node.
pub struct History {
    players: usize,
    /// By action and player.
    results: Vec<ActionResults>,
    actions: Rows<ActionId>,
}

impl Column for History {
    type Table = History;
    const NAME: &'static str = "the history of actions";
    const OF_UNVISITED: bool = true;
}

impl History {
    fn new(players: usize) -> History {
        History { players, results: Vec::new(), actions: Rows::single(ActionId::NONE) }
    }

    /// The results of the action that leads to a node, wherever this player played it.
    #[inline]
    pub fn of(&self, node: NodeId, player: Player) -> ActionResults {
        let at = self.actions.cell(node).0 as usize * self.players + player;
        self.results.get(at).copied().unwrap_or_default()
    }

    fn add_result(&mut self, player: Player, action: ActionId, score: f64) {
        let at = action.0 as usize * self.players + player;
        if at >= self.results.len() {
            self.results.resize(((at + 1) * 2).max(1 << 10), ActionResults::default());
        }
        self.results[at].visits += 1;
        self.results[at].value += score;
    }
}

/// Counts the actions of iterations, in the tree and in playouts: whole moves, or the semimoves of a tree whose edges are semimoves. An action that
/// is played twice counts twice.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CountHistory {
    unit: AmafUnit,
    history: ColumnId<History>,
}

impl CountHistory {
    /// The rule that counts semimoves ([`AmafUnit::Split`]) or whole moves ([`AmafUnit::Context`]).
    pub(crate) fn new(unit: AmafUnit) -> CountHistory {
        CountHistory { unit, history: ColumnId::default() }
    }
}

impl Backup for CountHistory {
    fn declare(&mut self, needs: &mut Needs) {
        needs.actions(if self.unit == AmafUnit::Split { Tracing::Semimoves } else { Tracing::Prefixes });
        self.history = needs.writes(History::new(needs.game().players));
    }

    fn expanded(&mut self, tree: &mut Tree, expanded: &mut ExpandedNode<'_>) {
        self.added(tree, expanded);
    }

    fn added(&mut self, tree: &mut Tree, ExpandedNode { node, actions, .. }: &mut ExpandedNode<'_>) {
        for child in tree.child_ids(*node) {
            let number = match self.unit {
                AmafUnit::Split => tree.edge(child).next().map_or(ActionId::NONE, |m| actions.ids.number(ActionId::NONE, m)),
                AmafUnit::Context | AmafUnit::Mix => tree.edge(child).fold(ActionId::NONE, |context, m| actions.ids.number(context, m)),
            };
            *tree.column_mut(self.history).actions.cell_mut(child) = number;
        }
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let history = tree.column_mut(self.history);
        for step in iteration.actions.steps() {
            let player = step.player();
            match self.unit {
                AmafUnit::Split => history.add_result(player, step.split, iteration.scores[player]),
                AmafUnit::Context | AmafUnit::Mix if step.last => history.add_result(player, step.prefix, iteration.scores[player]),
                AmafUnit::Context | AmafUnit::Mix => {}
            }
        }
    }
}

/// Statistics of actions are kept as long as the tree, even if single nodes are dropped.
impl Table for History {
    fn bytes(&self) -> usize {
        self.actions.bytes() + size_of_val(self.results.as_slice())
    }

    fn clear(&mut self) {
        self.results.clear();
        self.actions.clear();
    }

    fn add(&mut self, nodes: usize) {
        self.actions.add(nodes);
    }

    fn renew(&mut self, id: NodeId) {
        self.actions.renew(id);
    }

    fn append(&mut self, ids: Range<NodeId>) {
        self.actions.append(ids);
    }

    fn swap(&mut self, a: NodeId, b: NodeId) {
        self.actions.swap(a, b);
    }

    fn begin_reroot(&mut self) {
        self.actions.begin_reroot();
    }

    fn keep(&mut self, ids: Range<NodeId>) {
        self.actions.keep(ids);
    }

    fn end_reroot(&mut self) {
        self.actions.end_reroot();
    }
}
