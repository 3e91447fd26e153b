//! UCB1 over means mixed with the minimax values of a heuristic.

use super::FirstPlay;
use super::greatest::greatest;
use crate::parts::backup::{HeuristicMinimax, MinimaxEstimate};
use crate::search::{ColumnId, Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Maximises (1 − α)·mean + α·heuristic minimax + C·√(ln N / n) (Lanctot et al. 2014, eq. 1). Brings [`HeuristicMinimax`].
#[derive(Clone, Copy, Debug)]
pub struct ImplicitUcb {
    exploration: f64,
    share: f64,
    first_play: FirstPlay,
    estimates: ColumnId<MinimaxEstimate>,
}

impl ImplicitUcb {
    /// The rule with the exploration weight C, the share α of the heuristic, and the value of unvisited children.
    pub fn new(exploration: f64, share: f64, first_play: FirstPlay) -> ImplicitUcb {
        ImplicitUcb { exploration, share, first_play, estimates: ColumnId::default() }
    }
}

impl Selection for ImplicitUcb {
    fn declare(&mut self, needs: &mut Needs) {
        self.first_play.declare(needs);
        let game = *needs.game();
        self.estimates = needs.reads_from(|| Box::new(HeuristicMinimax::new(game)));
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        let unvisited = tree.unvisited(node) > 0;
        let visited = tree.visited(node);
        if visited.is_empty() || (unvisited && self.first_play.is_first()) {
            return Pick::Unvisited;
        }
        let ln_visits = libm::log(f64::from(tree.node(node).visits.max(1)));
        let heuristics = tree.column(self.estimates).rows(tree.visited_ids(node));
        let (best, best_score) = greatest(visited, |k, child| {
            let n = f64::from(child.visits);
            (1.0 - self.share) * child.value / n + self.share * heuristics[k] + self.exploration * (ln_visits / n).sqrt()
        });
        if unvisited && self.first_play.among(tree, node, mover, 0.0) >= best_score { Pick::Unvisited } else { Pick::Visited(best) }
    }
}
