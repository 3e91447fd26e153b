//! Rules that do not look at results: every child equally often, and a random child.

use crate::budget::Budget;
use crate::search::{NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Takes a child that was visited least often, unvisited ones first.
#[derive(Clone, Copy, Debug, Default)]
pub struct RoundRobin;

impl Selection for RoundRobin {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        if tree.unvisited(node) > 0 {
            return Pick::Unvisited;
        }
        let least = tree.visited(node).iter().enumerate().min_by_key(|(_, child)| child.visits);
        least.map_or(Pick::Unvisited, |(k, _)| Pick::Visited(k))
    }
}

/// Every child equally likely, visited or not (Bjorge and Schaeffer 2010, section 4.1.3). It draws from a generator of its own, seeded by that
/// of the search.
#[derive(Clone, Debug)]
pub struct RandomChild(Rng);

impl Default for RandomChild {
    fn default() -> Self {
        RandomChild(Rng::from_seed(0))
    }
}

impl Selection for RandomChild {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        let k = self.0.below(tree.child_count(node));
        if k < tree.visited(node).len() { Pick::Visited(k) } else { Pick::Unvisited }
    }

    fn begin(&mut self, rng: &mut Rng, _budget: Budget) {
        let mut key = [0; 32];
        key.chunks_exact_mut(8).for_each(|word| word.copy_from_slice(&rng.bits64().to_le_bytes()));
        self.0 = Rng::new(key, 0);
    }
}
