//! The secure child of MCTS-Solver.

use super::{FinalMove, greatest};
use crate::search::{NodeId, Tree};
use treebench_games::{Player, Rng};

/// Greatest v + A/√n, with results v on [−1, 1] ("secure child", Winands, Björnsson and Saito 2008, section 3.4; A = 1 there).
#[derive(Clone, Copy, Debug)]
pub struct SecureChild {
    /// The weight A on the scale [−1, 1].
    pub weight: f64,
}

impl FinalMove for SecureChild {
    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        greatest(children, rng, |id| {
            let node = tree.node(id);
            let n = f64::from(node.visits);
            (2.0 * node.mean() - 1.0 + self.weight / n.sqrt(), n)
        })
    }
}
