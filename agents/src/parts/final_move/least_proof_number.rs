//! The final move of proof-number search.

use super::{FinalMove, greatest};
use crate::parts::Goals;
use crate::parts::backup::ProofNumber;
use crate::search::{ColumnId, Needs, NodeId, Tree};
use treebench_games::{Player, Rng};

/// The child with the least proof number for the mover's goal, then the most visits.
#[derive(Clone, Copy, Debug)]
pub struct LeastProofNumber {
    /// Which goal the mover has.
    pub goals: Goals,
    proofs: ColumnId<ProofNumber>,
}

impl LeastProofNumber {
    /// The rule for these goals.
    pub fn new(goals: Goals) -> LeastProofNumber {
        LeastProofNumber { goals, proofs: ColumnId::default() }
    }
}

impl FinalMove for LeastProofNumber {
    fn declare(&mut self, needs: &mut Needs) {
        self.proofs = needs.reads();
    }

    fn choose(&self, tree: &Tree, parent: NodeId, children: &[NodeId], mover: Player, rng: &mut Rng) -> Option<NodeId> {
        let proofs = tree.column(self.proofs);
        let goal = self.goals.of_mover(tree, proofs, parent, mover);
        greatest(children, rng, |id| (-f64::from(proofs.row(id)[goal]), f64::from(tree.node(id).visits)))
    }
}
