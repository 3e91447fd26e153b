//! UCB1 with first-play urgency: the rule of UCT.

use super::{Pick, Selection};
use crate::search::{NodeId, Tree};

/// Maximises mean + C·√(ln N / n) (Auer et al. 2002, Fig. 1; Kocsis and Szepesvári 2006), where N counts the parent's visits
/// and n the child's. A child without visits counts as the first-play urgency (Gelly and Wang 2006); infinite means that all children
/// are tried once before any is tried twice.
///
/// Of equal visited children the one visited first is taken; their order is random because unvisited ones are drawn.
/// Unvisited children cost nothing.
#[derive(Clone, Debug)]
pub struct Ucb1 {
    exploration: f64,
    first_play_urgency: f64,
    /// 1/n and 1/√n for small n, because divisions and roots are most of what a selection costs.
    inverse: Box<[(f64, f64)]>,
}

/// Visits up to which 1/n and 1/√n are looked up; 16 kB stay in the first-level cache.
const TABLE: usize = 1024;

impl Ucb1 {
    /// The rule with its weight of exploration C and the urgency of unvisited children.
    pub fn new(exploration: f64, first_play_urgency: f64) -> Self {
        let inverse = (0..TABLE).map(|n| inverses(n as u32)).collect();
        Ucb1 { exploration, first_play_urgency, inverse }
    }
}

fn inverses(n: u32) -> (f64, f64) {
    let n = f64::from(n);
    (1.0 / n, 1.0 / n.sqrt())
}

impl Selection for Ucb1 {
    fn select(&mut self, tree: &Tree, node: NodeId) -> Pick {
        let unvisited = tree.unvisited(node) > 0;
        if unvisited && self.first_play_urgency == f64::INFINITY {
            return Pick::Unvisited;
        }
        // libm, not the platform's logarithm: a counted result has the same bytes everywhere.
        let weight = self.exploration * libm::log(f64::from(tree.node(node).visits.max(1))).sqrt();
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (k, child) in tree.visited(node).iter().enumerate() {
            let (over_n, over_root) = match self.inverse.get(child.visits as usize) {
                Some(&pair) => pair,
                None => inverses(child.visits),
            };
            let score = child.value * over_n + weight * over_root;
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        if unvisited && self.first_play_urgency >= best_score { Pick::Unvisited } else { Pick::Visited(best) }
    }
}
