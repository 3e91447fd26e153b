//! UCB1 over discounted visits: the selection of Meta-EvE with γ-restart.

use super::FirstPlay;
use crate::parts::backup::{Discounted, PageHinkleyRestart};
use crate::search::{ColumnId, Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Maximises mean + C·√(ln Σw / w) over the discounted visits w and their means. Brings [`PageHinkleyRestart`] (Hartland et al. 2006; Bjorge and
/// Schaeffer 2010, section 4.3.4).
#[derive(Clone, Copy, Debug)]
pub struct WeightedUcb {
    exploration: f64,
    first_play: FirstPlay,
    restarts: PageHinkleyRestart,
    column: ColumnId<Discounted>,
}

impl WeightedUcb {
    /// The rule with the exploration weight C, the value of unvisited children, and the rule that discounts visits.
    pub fn new(exploration: f64, first_play: FirstPlay, restarts: PageHinkleyRestart) -> WeightedUcb {
        WeightedUcb { exploration, first_play, restarts, column: ColumnId::default() }
    }
}

impl Selection for WeightedUcb {
    fn declare(&mut self, needs: &mut Needs) {
        self.first_play.declare(needs);
        let restarts = self.restarts;
        self.column = needs.reads_from(|| Box::new(restarts));
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        self.first_play.enter(node);
        let unvisited = tree.unvisited(node) > 0;
        if tree.visited(node).is_empty() || (unvisited && self.first_play.is_first()) {
            return Pick::Unvisited;
        }
        let cells = tree.column(self.column).rows(tree.visited_ids(node));
        let total: f64 = cells.iter().map(|cell| cell.weight).sum();
        let ln_total = libm::log(total.max(1.0));
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (k, cell) in cells.iter().enumerate() {
            let score = cell.mean + self.exploration * (ln_total / cell.weight.max(1e-9)).sqrt();
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        if unvisited && self.first_play.among(tree, node, mover, 0.0) >= best_score { Pick::Unvisited } else { Pick::Visited(best) }
    }
}
