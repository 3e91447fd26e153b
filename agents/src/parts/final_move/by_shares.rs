//! A final move that is drawn.

use crate::search::{FinalMove, NodeId, Tree};
use treebench_games::{Player, Rng};

/// A child drawn in proportion to its visits, as the average strategy of a search of mixed strategies.
#[derive(Clone, Copy, Debug, Default)]
pub struct ShareOfVisits;

impl FinalMove for ShareOfVisits {
    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        let visits = |id: &NodeId| f64::from(tree.node(*id).visits);
        let mut rest = rng.unit() * children.iter().map(visits).sum::<f64>();
        let drawn = children.iter().find(|id| {
            rest -= visits(id);
            rest < 0.0
        });
        drawn.or(children.last()).copied()
    }
}
