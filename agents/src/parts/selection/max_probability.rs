//! Follows whichever child most likely leads to success: the selection of probabilistic minimax search.

use super::{Pick, Selection};
use crate::parts::backup::Defaults;
use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// Follows the child with the greatest probability that the mover wins it, "blindly" (Bjorge and Schaeffer 2010, section 4.3.5); a child without
/// visits has what [`MinimaxProbability`](crate::parts::backup::MinimaxProbability) takes for one. Of equal ones a visited child comes first, so
/// that the first descents go straight to where something can be learned.
#[derive(Clone, Debug, Default)]
pub struct MaxProbability {
    defaults: Defaults,
}

/// Rounding makes no difference.
const CLOSE: f64 = 1e-12;

impl Selection for MaxProbability {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        let (mut best, mut best_chance) = (0, f64::NEG_INFINITY);
        for (k, &chance) in tree.numbers().rows(tree.visited_ids(node)).iter().enumerate() {
            if chance > best_chance {
                (best, best_chance) = (k, chance);
            }
        }
        let fresh = 1.0 - self.defaults.failure(tree.child_count(node));
        if tree.unvisited(node) > 0 && fresh > best_chance + CLOSE { Pick::Unvisited } else { Pick::Visited(best) }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
