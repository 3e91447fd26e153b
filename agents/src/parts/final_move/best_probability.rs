//! The child with the greatest number of its own.

use super::{FinalMove, greatest};
use crate::search::{NodeId, Tree};
use treebench_games::{Player, Rng};

/// The greatest first [number](crate::search::Facts::numbers), then the most visits.
#[derive(Clone, Copy, Debug, Default)]
pub struct BestProbability;

impl FinalMove for BestProbability {
    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        greatest(children, rng, |id| (tree.numbers().row(id)[0], f64::from(tree.node(id).visits)))
    }
}
