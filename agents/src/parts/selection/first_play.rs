//! The value of children that have never been visited.

use crate::search::{Node, NodeId, Tree};
use treebench_games::Params;

/// The value of an unvisited child.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum FirstPlayRule {
    /// More than any other child, so that every child is tried once before any is tried twice (Alg. 1 of the GPN paper); with a finite
    /// first-play urgency, that urgency.
    First,
    /// The mean of its visited siblings, weighted by visits, plus the exploration term of one visit (Ludii's default).
    ParentMean,
    /// The same mean with one virtual loss added to the parent, as Ludii's code computes it.
    ParentMeanLessOne,
}

/// The value of unvisited children: a rule, or a fixed first-play urgency (Gelly and Wang 2006, section 3.2), which may fall with depth:
/// urgency · decay^depth (Bjorge and Schaeffer 2010, section 4.1.6). Depth counts the nodes above in which a player chose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct FirstPlay {
    rule: FirstPlayRule,
    /// Infinite for "every child once before any twice".
    urgency: f64,
    decay: f64,
    /// The urgency at the node that the descent has reached.
    here: f64,
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
        FirstPlay { rule: FirstPlayRule::First, urgency, decay, here: urgency }
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

    /// The value on the scale [0, 1], given the visited siblings and the exploration term of one visit.
    #[inline]
    pub(super) fn among(&self, siblings: &[Node], exploration: f64) -> f64 {
        if self.rule == FirstPlayRule::First {
            return self.here;
        }
        let (sum, visits) = siblings.iter().fold((0.0, 0), |(sum, visits), child| (sum + child.value, visits + child.visits));
        self.score(sum, visits, exploration)
    }

    /// The value on the scale [0, 1], from the siblings' results and visits and the exploration term of one visit.
    #[inline]
    pub(super) fn score(&self, sum: f64, visits: u32, exploration: f64) -> f64 {
        match self.rule {
            FirstPlayRule::First => self.here,
            // Without siblings there is nothing to compare with, and any value will do.
            FirstPlayRule::ParentMean => sum / f64::from(visits.max(1)) + exploration,
            FirstPlayRule::ParentMeanLessOne => sum / (f64::from(visits) + 1.0) + exploration,
        }
    }
}
