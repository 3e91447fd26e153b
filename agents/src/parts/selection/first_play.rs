//! The value of children that have never been visited.

use crate::parts::backup::PlayerSums;
use crate::search::{ColumnId, Needs, NodeId, Tree};
use treebench_games::{Params, Player};

/// The value of an unvisited child.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstPlayRule {
    /// More than any other child, so that every child is tried once before any is tried twice (Alg. 1 of the GPN paper); with a finite
    /// first-play urgency, that urgency.
    First,
    /// The mean of its visited siblings, weighted by visits, plus the exploration term of one visit (Ludii's default).
    ParentMean,
    /// The same mean with one virtual loss added to the parent.
    ParentMeanLessOne,
    /// The parent's own expected score, as Ludii computes it: all its results, that of its own playout included, and one virtual loss; with score
    /// bounds or proof numbers it is exact where the score is proven. Where a win is proven, every unvisited move thus counts as one.
    NodeValue,
}

/// The value of unvisited children: a rule, or a fixed first-play urgency (Gelly and Wang 2006, section 3.2), which may fall with depth:
/// urgency · decay^depth (Bjorge and Schaeffer 2010, section 4.1.6). Depth counts the nodes above in which a player chose.
#[derive(Clone, Copy, Debug)]
pub struct FirstPlay {
    rule: FirstPlayRule,
    /// Infinite for "every child once before any twice".
    urgency: f64,
    decay: f64,
    /// The urgency at the node that the descent has reached.
    here: f64,
    /// For [`FirstPlayRule::NodeValue`].
    sums: ColumnId<PlayerSums>,
}

impl From<FirstPlayRule> for FirstPlay {
    fn from(rule: FirstPlayRule) -> Self {
        FirstPlay { rule, ..FirstPlay::urgency(f64::INFINITY, 1.0) }
    }
}

impl FirstPlay {
    /// A fixed urgency on the scale [0, 1], multiplied by `decay` from one depth to the next; an infinite one for "every child once before
    /// any twice".
    pub fn urgency(urgency: f64, decay: f64) -> Self {
        FirstPlay { rule: FirstPlayRule::First, urgency, decay, here: urgency, sums: ColumnId::default() }
    }

    /// Declares the column that the rule reads, and brings the backup rule that writes it.
    pub(super) fn declare(&mut self, needs: &mut Needs) {
        if self.rule == FirstPlayRule::NodeValue {
            self.sums = needs.reads_from(|| Box::new(PlayerSums::default()));
        }
    }

    /// The descent has reached a node; every descent starts at the root.
    #[inline]
    pub(super) fn enter(&mut self, node: NodeId) {
        self.here = if node == Tree::ROOT { self.urgency } else { self.here * self.decay };
    }

    /// Whether every unvisited child comes before all visited ones.
    #[inline]
    pub(super) fn is_first(&self) -> bool {
        self.rule == FirstPlayRule::First && self.urgency == f64::INFINITY
    }

    /// The value of an unvisited child of a node in which `mover` is to move, on the scale [0, 1].
    #[inline(always)]
    pub(super) fn value(&self, tree: &Tree, node: NodeId, mover: Player) -> f64 {
        if self.rule == FirstPlayRule::First { self.here } else { self.of_results(tree, node, mover) }
    }

    /// The value by results.
    #[inline(never)]
    fn of_results(&self, tree: &Tree, node: NodeId, mover: Player) -> f64 {
        let (sum, visits) = match self.rule {
            FirstPlayRule::NodeValue => (tree.column(self.sums).row(node)[mover], tree.node(node).visits),
            _ => tree.visited(node).iter().fold((0.0, 0), |(sum, visits), child| (sum + child.value, visits + child.visits)),
        };
        match self.rule {
            // Without siblings there is nothing to compare with, and any value will do.
            FirstPlayRule::ParentMean => sum / f64::from(visits.max(1)),
            // With one virtual loss.
            _ => sum / (f64::from(visits) + 1.0),
        }
    }

    /// Whether the exploration of one visit is added to that value.
    #[inline]
    pub(super) fn explores(&self) -> bool {
        self.rule != FirstPlayRule::First
    }

    /// Whether unvisited children have the value of their parent.
    #[inline]
    pub(super) fn is_node_value(&self) -> bool {
        self.rule == FirstPlayRule::NodeValue
    }
}
