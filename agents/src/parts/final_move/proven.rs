//! Final moves by proofs.

use crate::parts::Goals;
use crate::parts::backup::Bounds;
use crate::parts::proof_number::{INFINITE, ProofNumber};
use crate::search::{ColumnId, FinalMove, Needs, NodeId, Tree};
use treebench_games::{Player, Rng};

/// Leaves out every child that is proven to be no better than another; a second rule chooses among the rest.
///
/// By bounds, child i is left out if some j has pess(j) ≥ opti(i) and the two are not equal: a proven win beats everything, and a
/// proven loss is played only if nothing else is left. (Ludii's own rule can keep a proven loss with many visits.)
/// By proof numbers, a child that reaches the mover's goal for certain beats all others; with the root's player as the only
/// one to pursue it, children that can never reach it are left out.
pub struct ProvenChild {
    /// The goals of the proof numbers; `None` to ignore proof numbers.
    goals: Option<Goals>,
    /// The rule for the rest.
    then: Box<dyn FinalMove>,
    /// `None` if the search keeps no bounds.
    bounds: Option<ColumnId<Bounds>>,
    proofs: ColumnId<ProofNumber>,
}

impl ProvenChild {
    /// The rule, by bounds if the search keeps any, and by the proof numbers of these goals.
    pub fn new(goals: Option<Goals>, then: Box<dyn FinalMove>) -> ProvenChild {
        ProvenChild { goals, then, bounds: None, proofs: ColumnId::default() }
    }
}

impl FinalMove for ProvenChild {
    fn declare(&mut self, needs: &mut Needs) {
        self.bounds = needs.finds();
        if self.goals.is_some() {
            self.proofs = needs.reads();
        }
        self.then.declare(needs);
    }

    fn choose(&self, tree: &Tree, parent: NodeId, children: &[NodeId], mover: Player, rng: &mut Rng) -> Option<NodeId> {
        let mut left = children.to_vec();
        if let Some(bounds) = self.bounds {
            let bounds = |id: NodeId| tree.column(bounds).row(id)[mover];
            let beaten = |i: NodeId| children.iter().any(|&j| bounds(j).pess >= bounds(i).opti && bounds(j) != bounds(i));
            keep_some(&mut left, |&id| !beaten(id));
        }
        if let Some(goals) = self.goals {
            let proofs = tree.column(self.proofs);
            let goal = goals.of_mover(tree, proofs, parent, mover);
            let number = |id: NodeId| proofs.row(id)[goal];
            keep_some(&mut left, |&id| number(id) == 0);
            if matches!(goals, Goals::RootPlayer { .. }) {
                keep_some(&mut left, |&id| number(id) != INFINITE);
            }
        }
        self.then.choose(tree, parent, &left, mover, rng)
    }
}

/// Keeps what passes, or everything if nothing does.
fn keep_some(list: &mut Vec<NodeId>, keep: impl Fn(&NodeId) -> bool) {
    if list.iter().any(&keep) {
        list.retain(keep);
    }
}
