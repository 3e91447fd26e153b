//! RAVE, GRAVE and HRAVE: means mixed with all-moves-as-first statistics.

use super::greatest::greatest;
use super::visit_tables::VisitTables;
use super::{Pick, Selection};
use crate::search::{AmafCount, NodeId, Tree};
use treebench_games::Player;

/// The weight β of the all-moves-as-first value beside the mean.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RaveWeight {
    /// √(K / (3N + K)) with N the visits of the node and K the equivalence parameter (Gelly and Silver 2007; Sironi and Winands 2016).
    Equivalence(f64),
    /// ñ / (n + ñ + 4·n·ñ·b²) with n the visits of the child, ñ its all-moves-as-first visits and b the bias of the latter (minimum MSE:
    /// Gelly and Silver 2011, section 4.3). Cazenave's GRAVE (2015) writes `bias` for 4b².
    MinimumError(f64),
}

/// Which all-moves-as-first value of a child counts.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum RaveSource {
    /// The n-th statistic of the child itself.
    Own(usize),
    /// The second statistic if it has at least this many samples, otherwise the first (RAVE-mix of the split-moves paper).
    Mix(f64),
    /// What the table of the node's closest ancestor says, the node included, that has more visits than this (GRAVE, Cazenave 2015).
    Ancestor(u32),
    /// What the root's table says (HRAVE, Sironi and Winands 2016).
    Root,
}

/// Maximises (1 − β)·mean + β·AMAF + C·√(ln N / n) over visited children.
///
/// Children without visits come first, drawn by the search; or, if asked so, in the order of their all-moves-as-first means, while
/// visited ones have none that is better: β is 1 for them, and one without any sample is worth most.
#[derive(Clone, Debug)]
pub struct Rave {
    exploration: f64,
    weight: RaveWeight,
    source: RaveSource,
    /// Whether children without visits compete by their all-moves-as-first means.
    ranks_new: bool,
    tables: VisitTables,
    /// The node whose table counts, while an iteration descends.
    reference: NodeId,
}

impl Rave {
    /// The rule with its weight of exploration C on the scale [0, 1].
    pub fn new(exploration: f64, weight: RaveWeight, source: RaveSource, ranks_new: bool) -> Rave {
        Rave { exploration, weight, source, ranks_new, tables: VisitTables::new(), reference: Tree::ROOT }
    }

    /// The all-moves-as-first sum and visits of the children, in order.
    #[inline]
    fn of(&self, tree: &Tree, mover: Player, row: &[AmafCount]) -> (f64, u32) {
        let cell = match self.source {
            RaveSource::Own(column) => row[column],
            RaveSource::Mix(threshold) => row[usize::from(f64::from(row[1].visits) >= threshold)],
            RaveSource::Ancestor(_) | RaveSource::Root => {
                let shared = tree.shared(self.reference, mover, row[0].action);
                return (shared.value, shared.visits);
            }
        };
        (cell.value, cell.visits)
    }

    #[inline]
    fn beta(&self, node_weight: f64, n: f64, samples: f64) -> f64 {
        match self.weight {
            RaveWeight::Equivalence(_) => node_weight,
            RaveWeight::MinimumError(bias) => samples / (n + samples + 4.0 * n * samples * bias * bias),
        }
    }

    /// The child without visits that is worth most, and what it is worth.
    fn best_new(&self, tree: &Tree, node: NodeId, mover: Player) -> (usize, f64) {
        let (mut best, mut best_score) = (0, f64::NEG_INFINITY);
        for (k, child) in (tree.visited_ids(node).end..tree.child_ids(node).end).enumerate() {
            let (value, visits) = self.of(tree, mover, tree.amaf().row(child));
            let score = if visits == 0 { f64::INFINITY } else { value / f64::from(visits) };
            if score > best_score {
                (best, best_score) = (k, score);
            }
        }
        (best, best_score)
    }
}

impl Selection for Rave {
    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player) -> Pick {
        match self.source {
            _ if node == Tree::ROOT => self.reference = node,
            RaveSource::Ancestor(least) if tree.node(node).visits > least => self.reference = node,
            _ => {}
        }
        let unvisited = tree.unvisited(node) > 0;
        if unvisited && !self.ranks_new {
            return Pick::Unvisited;
        }
        let visits = tree.node(node).visits;
        let weight = self.exploration * self.tables.log_root(visits);
        let node_weight = match self.weight {
            RaveWeight::Equivalence(k) => (k / (3.0 * f64::from(visits) + k)).sqrt(),
            RaveWeight::MinimumError(_) => 0.0,
        };
        let (rows, width) = (tree.amaf().rows(tree.visited_ids(node)), tree.amaf().width());
        let (best, best_score) = greatest(tree.visited(node), |k, child| {
            let (over_n, over_root) = self.tables.of(child.visits);
            let mean = child.value * over_n;
            let (value, samples) = self.of(tree, mover, &rows[k * width..][..width]);
            let mixed = if samples == 0 {
                mean
            } else {
                let samples = f64::from(samples);
                let beta = self.beta(node_weight, f64::from(child.visits), samples);
                mean + beta * (value / samples - mean)
            };
            mixed + weight * over_root
        });
        if unvisited {
            let (k, score) = self.best_new(tree, node, mover);
            if score >= best_score {
                return Pick::New(k);
            }
        }
        Pick::Visited(best)
    }
}
