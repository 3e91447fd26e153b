//! The selection of proof-number search.

use crate::parts::Goals;
use crate::parts::proof_number::ProofNumber;
use crate::search::{ColumnId, Needs, NodeId, Pick, Selection, Tree};
use treebench_games::{Player, Position, Rng};

/// Descends to the child whose proof number for the mover's goal is the smallest (Allis et al. 1994): the most-proving node is at
/// the end. A child not yet visited is a leaf with number 1.
#[derive(Clone, Copy, Debug)]
pub struct MostProving {
    goals: Goals,
    proofs: ColumnId<ProofNumber>,
}

impl MostProving {
    /// The rule for these goals.
    pub fn new(goals: Goals) -> MostProving {
        MostProving { goals, proofs: ColumnId::default() }
    }
}

impl Selection for MostProving {
    fn declare(&mut self, needs: &mut Needs) {
        self.proofs = needs.reads();
    }

    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        let proofs = tree.column(self.proofs);
        let goal = self.goals.of_mover(tree, proofs, node, mover);
        let rows = proofs.rows(tree.visited_ids(node)).chunks_exact(proofs.width());
        let least = rows.map(|row| row[goal]).enumerate().min_by_key(|&(_, number)| number);
        match least {
            Some((k, number)) if number < 1 || tree.unvisited(node) == 0 => Pick::Visited(k),
            _ => Pick::Unvisited,
        }
    }
}
