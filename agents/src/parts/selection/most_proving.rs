//! The selection of proof-number search.

use super::{Pick, Selection};
use crate::parts::Goals;
use crate::search::{NodeId, Tree};
use treebench_games::Player;

/// Descends to the child whose proof number for the mover's goal is the smallest (Allis et al. 1994): the most-proving node is at
/// the end. A child not yet visited is a leaf with number 1.
#[derive(Clone, Copy, Debug)]
pub struct MostProving {
    /// Which goal the mover has.
    pub goals: Goals,
}

impl Selection for MostProving {
    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player) -> Pick {
        let goal = self.goals.of_mover(tree, node, mover);
        let rows = tree.proofs().rows(tree.visited_ids(node)).chunks_exact(tree.proofs().width());
        let least = rows.map(|row| row[goal]).enumerate().min_by_key(|&(_, number)| number);
        match least {
            Some((k, number)) if number < 1 || tree.unvisited(node) == 0 => Pick::Visited(k),
            _ => Pick::Unvisited,
        }
    }
}
