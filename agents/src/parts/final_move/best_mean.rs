//! The child with the best average.

use super::{FinalMove, greatest};
use crate::search::{NodeId, Tree};
use treebench_games::{Player, Rng};

/// Best mean, then the most visits ("max child", Chaslot et al. 2008; split-moves paper, "Final selection").
#[derive(Clone, Copy, Debug, Default)]
pub struct BestMean;

impl FinalMove for BestMean {
    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        greatest(children, rng, |id| (tree.node(id).mean(), f64::from(tree.node(id).visits)))
    }
}
