//! Which child an iteration descends to, and which is played in the end.

use crate::budget::Budget;
use crate::search::{Needs, NodeId, Tree};
use treebench_games::{Player, Position, Rng};

/// The decision of a selection rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The k-th visited child.
    Visited(usize),
    /// An unvisited child, which the playout policy chooses; by default one is drawn uniformly.
    Unvisited,
    /// The k-th unvisited child.
    New(usize),
    /// None: the node is solved, and the iteration ends with its [known scores](crate::search::Backup::solved_scores).
    Solved,
}

/// A selection rule. Called once per player's node on the way down.
pub trait Selection: Send {
    /// Declares the columns that the rule reads and writes, and brings the backup rules that it depends on
    /// ([`Needs::reads_from`]).
    fn declare(&mut self, _needs: &mut Needs) {}

    /// Chooses for `mover` among the children of an expanded node that has at least one; `position` is the position there. Of the tree it
    /// may only change the columns that it writes.
    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick;

    /// Whether the rule [walks](Self::walk), always or never.
    fn walks(&self) -> bool {
        false
    }

    /// Appends to `way` the nodes that [`select`](Self::select) leads to from a node, one after the other, as long as it chooses visited
    /// children; returns what else it chooses in the last of them, or `None` where that has no children. Only for rules that look neither at the
    /// position nor at the mover.
    fn walk(&mut self, _tree: &Tree, _from: NodeId, _rng: &mut Rng, _way: &mut Vec<NodeId>) -> Option<Pick> {
        None
    }

    /// A search begins. Rules with their own random numbers take a seed from `rng`, those that plan ahead look at the budget.
    fn begin(&mut self, _rng: &mut Rng, _budget: Budget) {}
}

/// A rule for the final move. Called once per submove that is played.
pub trait FinalMove: Send {
    /// Declares the columns that the rule reads.
    fn declare(&mut self, _needs: &mut Needs) {}

    /// The preferred of some visited children of the node `parent` in which `mover` is to move; `None` if the list is empty. Whatever is still equal
    /// is drawn.
    fn choose(&self, tree: &Tree, parent: NodeId, children: &[NodeId], mover: Player, rng: &mut Rng) -> Option<NodeId>;
}
