//! Index rules: every visited child has an index, and the child with the greatest is followed.

use super::arms::Arms;
use super::{Pick, Selection, Urgency};
use crate::budget::Budget;
use crate::search::{Node, NodeId, Tree};
use treebench_games::{Player, Rng};

/// What the indices of a node's children have in common.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parent {
    /// Visits of the node, N; at least 1.
    pub visits: f64,
    /// ln N.
    pub ln_visits: f64,
    /// Children of the node, visited or not.
    pub children: f64,
}

/// A bandit rule by an index.
pub trait Index: Send {
    /// A search begins.
    fn begin(&mut self, _rng: &mut Rng) {}

    /// The index of a visited child; `squares` is the sum of the squares of its results if a [`Squares`](crate::parts::backup::Squares) keeps it,
    /// else 0.
    fn of(&mut self, parent: &Parent, child: &Node, squares: f64) -> f64;
}

/// Follows the child with the greatest index, of equal ones that which was visited first; children without visits are worth what [`Urgency`]
/// says, as long as [`Arms`] lets them in. Unvisited children cost nothing.
#[derive(Clone, Debug)]
pub struct ByIndex<I> {
    index: I,
    urgency: Urgency,
    arms: Arms,
}

impl<I: Index> ByIndex<I> {
    /// The rule with all children as arms.
    pub fn new(index: I, urgency: Urgency) -> Self {
        ByIndex { index, urgency, arms: Arms::All }
    }

    /// The same, with some of the children as arms; then a new arm that is let in is tried at once.
    pub fn with_arms(index: I, arms: Arms) -> Self {
        ByIndex { index, urgency: Urgency::of_score(f64::INFINITY, 1.0), arms }
    }
}

impl<I: Index> Selection for ByIndex<I> {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        self.urgency.enter(node);
        let visited = tree.visited(node);
        let unvisited = tree.unvisited(node) > 0 && self.arms.admits(tree.node(node).visits, visited);
        if visited.is_empty() || (unvisited && self.urgency.is_first()) {
            return Pick::Unvisited;
        }
        let visits = f64::from(tree.node(node).visits.max(1));
        // libm, not the platform's logarithm: a counted result has the same bytes everywhere.
        let parent = Parent { visits, ln_visits: libm::log(visits), children: tree.child_ids(node).len() as f64 };
        let squares = tree.numbers().rows(tree.visited_ids(node));
        let width = tree.numbers().width();
        let (mut best, mut best_index) = (0, f64::NEG_INFINITY);
        let (mut sum, mut plays) = (0.0, 0);
        for (k, child) in visited.iter().enumerate() {
            let index = self.index.of(&parent, child, squares.get(k * width).copied().unwrap_or(0.0));
            if index > best_index {
                (best, best_index) = (k, index);
            }
            sum += child.value;
            plays += child.visits;
        }
        if unvisited && self.urgency.score(sum, plays) >= best_index { Pick::Unvisited } else { Pick::Visited(best) }
    }

    fn begin(&mut self, rng: &mut Rng, _budget: Budget) {
        self.index.begin(rng);
    }
}
