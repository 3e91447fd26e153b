//! The robust child.

use super::{FinalMove, greatest};
use crate::search::{NodeId, Tree};
use treebench_games::{Player, Rng};

/// Most visits, then the best mean ("robust child", Chaslot et al. 2008).
#[derive(Clone, Copy, Debug, Default)]
pub struct MostVisits;

impl FinalMove for MostVisits {
    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        greatest(children, rng, |id| (f64::from(tree.node(id).visits), tree.node(id).mean()))
    }
}
