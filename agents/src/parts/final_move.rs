//! The choice of the submove to play when the budget is spent.

mod by_key;
mod by_shares;
mod proven;

pub(crate) use by_key::BestProbability;
pub use by_key::{BestChild, LeastProofNumber, SecureChild};
pub use by_shares::ShareOfVisits;
pub use proven::ProvenChild;

use crate::search::NodeId;
use treebench_games::Rng;

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
