//! PUCT: exploration in proportion to a prior.

use super::greatest::greatest;
use crate::parts::backup::{Prior, Priors};
use crate::search::{ColumnId, Needs, Node, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Maximises mean + C·P·√N / (1 + n) over all children, visited or not, with P the prior of the child and N the visits of the parent
/// (Rosin 2011; Silver et al. 2017, in the form of AlphaGo Zero). Brings `Priors`. Ties go to a visited child first, then to the one listed first.
#[derive(Clone, Copy, Debug)]
pub struct Puct {
    exploration: f64,
    unvisited: f64,
    temperature: f64,
    priors: ColumnId<Prior>,
}

impl Puct {
    /// The rule with the exploration weight C, the mean given to unvisited children, and the temperature of the priors.
    pub fn new(exploration: f64, unvisited: f64, temperature: f64) -> Puct {
        Puct { exploration, unvisited, temperature, priors: ColumnId::default() }
    }
}

impl Selection for Puct {
    fn declare(&mut self, needs: &mut Needs) {
        let (temperature, game) = (self.temperature, *needs.game());
        self.priors = needs.reads_from(|| Box::new(Priors::new(temperature, game)));
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, _mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        let weight = self.exploration * f64::from(tree.node(node).visits.max(1)).sqrt();
        let visited = tree.visited(node).len();
        let priors = tree.column(self.priors).rows(tree.child_ids(node));
        let (best, _) = greatest(tree.children(node), |k: usize, child: &Node| {
            let mean = if k < visited { child.mean() } else { self.unvisited };
            mean + weight * priors[k] / (1.0 + f64::from(child.visits))
        });
        if best < visited { Pick::Visited(best) } else { Pick::New(best - visited) }
    }
}
