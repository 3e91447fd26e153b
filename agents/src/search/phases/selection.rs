//! Which child an iteration descends to.

use crate::budget::Budget;
use crate::search::{Needs, NodeId, Tree};
use treebench_games::{Player, Position, Rng};

/// What a selection rule decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The k-th visited child.
    Visited(usize),
    /// An unvisited child, which the playout policy chooses; by default one is drawn uniformly.
    Unvisited,
    /// The k-th unvisited child.
    New(usize),
    /// None: the node is solved, and the iteration ends with its [known scores](super::Backup::solved_scores).
    Solved,
}

/// How a [walk](Selection::walk) ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// At a node that has no children yet.
    Leaf,
    /// At a node where something else than a visited child was picked.
    Picked(Pick),
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

    /// Walks from a node as long as visited children are picked, and appends these to `way`: what [`select`](Self::select) would do from node to
    /// node, in one call. Only for rules that look neither at the position nor at the mover.
    fn walk(&mut self, _tree: &mut Tree, _from: NodeId, _rng: &mut Rng, _way: &mut Vec<NodeId>) -> Walk {
        Walk::Leaf
    }

    /// A search begins. Rules that draw numbers of their own take a seed from `rng`, those that plan ahead look at the budget.
    fn begin(&mut self, _rng: &mut Rng, _budget: Budget) {}
}
