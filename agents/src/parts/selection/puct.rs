//! PUCT: exploration in proportion to a prior.

use super::{Pick, Selection};
use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// Maximises mean + C·P·√N / (1 + n) over all children, visited or not, with P the prior of the child (Rosin 2011; Silver et al. 2017, in the
/// form of AlphaGo Zero), its first number, and N the visits of the parent. A child without visits has a constant for its mean. Of equal children
/// a visited one comes first, then that which was listed first.
#[derive(Clone, Copy, Debug)]
pub struct Puct {
    /// The weight C of exploration.
    pub exploration: f64,
    /// What stands for the mean of a child without visits.
    pub unvisited: f64,
}

impl Selection for Puct {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        let weight = self.exploration * f64::from(tree.node(node).visits.max(1)).sqrt();
        let (width, visited) = (tree.numbers().width(), tree.visited(node).len());
        let priors = tree.numbers().rows(tree.child_ids(node)).chunks_exact(width).map(|row| row[0]);
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (k, (child, prior)) in tree.children(node).iter().zip(priors).enumerate() {
            let mean = if k < visited { child.mean() } else { self.unvisited };
            let score = mean + weight * prior / (1.0 + f64::from(child.visits));
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        if best < visited {
            return Pick::Visited(best);
        }
        // The child will change places with the first that has no visits, and its prior with it.
        let first = tree.child_ids(node).start as usize;
        let (front, chosen) = (first + visited, first + best);
        let prior = |tree: &Tree, id: usize| tree.numbers().row(id as NodeId)[0];
        let (one, other) = (prior(tree, front), prior(tree, chosen));
        tree.numbers_mut().row_mut(front as NodeId)[0] = other;
        tree.numbers_mut().row_mut(chosen as NodeId)[0] = one;
        Pick::New(best - visited)
    }
}
