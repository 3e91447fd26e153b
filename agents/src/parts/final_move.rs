//! Which submove is played when the budget is spent.

mod by_key;
mod proven;

pub(crate) use by_key::BestProbability;
pub use by_key::{BestChild, LeastProofNumber, SecureChild};
pub use proven::Proven;

use crate::search::{Needs, NodeId, Tree};
use treebench_games::{Player, Rng};

/// A rule for the final move. Called once per submove that is played.
pub trait FinalMove: Send {
    /// Declares the columns that the rule reads.
    fn declare(&mut self, _needs: &mut Needs) {}

    /// The preferred of some visited children of the node `parent` in which `mover` is to move; `None` if the list is empty. Whatever is still equal
    /// is drawn.
    fn choose(&self, tree: &Tree, parent: NodeId, children: &[NodeId], mover: Player, rng: &mut Rng) -> Option<NodeId>;
}

/// The child with the greatest key; of equal ones a uniformly drawn one.
fn greatest(children: &[NodeId], rng: &mut Rng, key: impl Fn(NodeId) -> (f64, f64)) -> Option<NodeId> {
    let mut best: Option<(NodeId, (f64, f64))> = None;
    let mut equal = 0;
    for &child in children {
        let k = key(child);
        match best {
            Some((_, best_key)) if k < best_key => {}
            Some((_, best_key)) if k == best_key => {
                equal += 1;
                if rng.below(equal) == 0 {
                    best = Some((child, k));
                }
            }
            _ => {
                equal = 1;
                best = Some((child, k));
            }
        }
    }
    best.map(|(child, _)| child)
}
