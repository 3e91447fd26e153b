//! Rules that play the child with the greatest key; of equal children one is drawn.

use super::greatest;
use crate::parts::Goals;
use crate::parts::backup::WinProbability;
use crate::parts::proof_number::ProofNumber;
use crate::search::{ColumnId, FinalMove, Needs, NodeId, Tree};
use treebench_games::{Params, Player, Rng};

/// Which child is played when the budget is spent.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub enum BestChild {
    /// The one with the most visits; among equals, the best mean ("robust child", Chaslot et al. 2008).
    Visits,
    /// The one with the best mean; among equals, the most visits ("max child", Chaslot et al. 2008; split-moves paper, "Final selection").
    Mean,
}

impl FinalMove for BestChild {
    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        greatest(children, rng, |id| {
            let (visits, mean) = (f64::from(tree.node(id).visits), tree.node(id).mean());
            match self {
                BestChild::Visits => (visits, mean),
                BestChild::Mean => (mean, visits),
            }
        })
    }
}

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

/// The greatest [probability of winning](WinProbability), then the most visits.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct BestProbability {
    chances: ColumnId<WinProbability>,
}

impl FinalMove for BestProbability {
    fn declare(&mut self, needs: &mut Needs) {
        self.chances = needs.reads();
    }

    fn choose(&self, tree: &Tree, _parent: NodeId, children: &[NodeId], _mover: Player, rng: &mut Rng) -> Option<NodeId> {
        let chances = tree.column(self.chances);
        greatest(children, rng, |id| (chances.cell(id), f64::from(tree.node(id).visits)))
    }
}

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
