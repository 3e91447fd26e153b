//! The final move of proof-number search.

use super::{FinalMove, greatest};
use crate::parts::Goals;
use crate::search::{NodeId, Tree};
use treebench_games::{Player, Rng};

/// The child with the least proof number for the mover's goal, then the most visits.
#[derive(Clone, Copy, Debug)]
pub struct LeastProofNumber {
    /// Which goal the mover has.
    pub goals: Goals,
}

impl FinalMove for LeastProofNumber {
    fn choose(&self, tree: &Tree, parent: NodeId, children: &[NodeId], mover: Player, rng: &mut Rng) -> Option<NodeId> {
        let goal = self.goals.of_mover(tree, parent, mover);
        greatest(children, rng, |id| (-f64::from(tree.proofs().row(id)[goal]), f64::from(tree.node(id).visits)))
    }
}
