//! UCB1 over visits that lose weight when the world changes: Meta-EvE's γ-restart.

use super::{FirstPlay, Pick, Selection};
use crate::parts::backup::PageHinkleyRestart;
use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// Maximises mean + C·√(ln Σw / w) over the discounted visits w and their means, which [`PageHinkleyRestart`] keeps (Hartland et al. 2006; Bjorge and
/// Schaeffer 2010, section 4.3.4).
#[derive(Clone, Copy, Debug)]
pub struct WeightedUcb {
    /// The weight C of exploration.
    pub exploration: f64,
    /// The value of unvisited children.
    pub first_play: FirstPlay,
}

impl Selection for WeightedUcb {
    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player) -> Pick {
        self.first_play.enter(node);
        let unvisited = tree.unvisited(node) > 0;
        if tree.visited(node).is_empty() || (unvisited && self.first_play.is_first()) {
            return Pick::Unvisited;
        }
        let rows = tree.numbers().rows(tree.visited_ids(node)).chunks_exact(PageHinkleyRestart::NUMBERS);
        let total: f64 = rows.clone().map(|row| row[PageHinkleyRestart::WEIGHT]).sum();
        let ln_total = libm::log(total.max(1.0));
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (k, row) in rows.enumerate() {
            let score = row[PageHinkleyRestart::MEAN] + self.exploration * (ln_total / row[PageHinkleyRestart::WEIGHT].max(1e-9)).sqrt();
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        if unvisited && self.first_play.among(tree.visited(node), 0.0) >= best_score { Pick::Unvisited } else { Pick::Visited(best) }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
