//! UCB1 over means mixed with the minimax values of a heuristic.

use super::greatest::greatest;
use super::{FirstPlay, Pick, Selection};
use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// Maximises (1 − α)·mean + α·heuristic minimax + C·√(ln N / n) (Lanctot et al. 2014, eq. 1); the minimax values are those of
/// [`HeuristicMinimax`](crate::parts::backup::HeuristicMinimax), the first number of every node.
#[derive(Clone, Copy, Debug)]
pub struct ImplicitUcb {
    /// The weight C of exploration.
    pub exploration: f64,
    /// The share α of the heuristic.
    pub share: f64,
    /// The value of unvisited children.
    pub first_play: FirstPlay,
}

impl Selection for ImplicitUcb {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        self.first_play.enter(node);
        let unvisited = tree.unvisited(node) > 0;
        let visited = tree.visited(node);
        if visited.is_empty() || (unvisited && self.first_play.is_first()) {
            return Pick::Unvisited;
        }
        let ln_visits = libm::log(f64::from(tree.node(node).visits.max(1)));
        let heuristics = tree.numbers().rows(tree.visited_ids(node));
        let (best, best_score) = greatest(visited, |k, child| {
            let n = f64::from(child.visits);
            (1.0 - self.share) * child.value / n + self.share * heuristics[k] + self.exploration * (ln_visits / n).sqrt()
        });
        if unvisited && self.first_play.among(visited, 0.0) >= best_score { Pick::Unvisited } else { Pick::Visited(best) }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
