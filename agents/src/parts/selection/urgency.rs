//! First-play urgency that falls with depth.

use super::FirstPlay;
use crate::search::{Node, NodeId, Tree};

/// What a child without visits is worth, where a fixed score falls with the depth of its parent: score · decay^depth ("by setting the FPU
/// constant lower at deeper levels", Bjorge and Schaeffer 2010, section 4.1.6). Depth counts the nodes above in which a player chose.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Urgency {
    first: FirstPlay,
    decay: f64,
    /// The factor where the descent is.
    now: f64,
}

impl Urgency {
    /// This worth at the root, multiplied by `decay` from one depth to the next.
    pub fn new(first: FirstPlay, decay: f64) -> Self {
        Urgency { first, decay, now: 1.0 }
    }

    /// As recipes spell it: infinite for "every child once before any twice".
    pub fn of_score(score: f64, decay: f64) -> Self {
        Urgency::new(if score == f64::INFINITY { FirstPlay::First } else { FirstPlay::Score(score) }, decay)
    }

    /// The descent has come to a node; every descent begins at the root.
    #[inline]
    pub(super) fn enter(&mut self, node: NodeId) {
        self.now = if node == Tree::ROOT { 1.0 } else { self.now * self.decay };
    }

    /// Whether a child without visits comes before all others.
    #[inline]
    pub(super) fn is_first(&self) -> bool {
        self.first == FirstPlay::First
    }

    /// What a child without visits is worth here, given its visited siblings.
    #[inline]
    pub(super) fn score(&self, siblings: &[Node]) -> f64 {
        match self.first {
            FirstPlay::Score(score) => score * self.now,
            other => other.among(siblings, 0.0),
        }
    }
}
