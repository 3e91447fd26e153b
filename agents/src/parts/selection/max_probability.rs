//! Max-probability selection: the rule of probabilistic minimax search.

use super::greatest::greatest;
use crate::parts::backup::{Defaults, MinimaxProbability, WinProbability};
use crate::search::{ColumnId, Needs, Node, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Selects the child with the greatest probability that the mover wins there, "blindly" (Bjorge and Schaeffer 2010, section 4.3.5). An unvisited
/// child has the default of `MinimaxProbability`, which this rule brings. Among equals a visited child comes first, so that the first
/// descents reach the end of the game.
#[derive(Clone, Debug)]
pub struct MaxProbability {
    by_playouts: bool,
    defaults: Defaults,
    chances: ColumnId<WinProbability>,
}

impl MaxProbability {
    /// The rule; with `by_playouts` a leaf starts with the result of its playout.
    pub fn new(by_playouts: bool) -> MaxProbability {
        MaxProbability { by_playouts, defaults: Defaults::default(), chances: ColumnId::default() }
    }
}

/// Smaller differences are rounding.
const CLOSE: f64 = 1e-12;

impl Selection for MaxProbability {
    fn declare(&mut self, needs: &mut Needs) {
        let by_playouts = self.by_playouts;
        self.chances = needs.reads_from(|| Box::new(MinimaxProbability::new(by_playouts)));
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        let chances = tree.column(self.chances).rows(tree.visited_ids(node));
        let (best, best_chance) = greatest(tree.visited(node), |k: usize, _: &Node| chances[k]);
        let fresh = 1.0 - self.defaults.failure(tree.child_count(node));
        if tree.unvisited(node) > 0 && fresh > best_chance + CLOSE { Pick::Unvisited } else { Pick::Visited(best) }
    }
}
