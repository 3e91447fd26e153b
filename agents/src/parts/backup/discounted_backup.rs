//! Means of results that fade on their way up.

use super::{Backup, Iteration};
use crate::search::Tree;

/// As [`Mean`](super::Mean), but a result counts less the longer its way was: from one node to the one above, its distance from ½ is multiplied
/// with the constant (the "reward propagation constant" of Bjorge and Schaeffer 2010, appendix B, of which the report says no more than that 1
/// changes nothing).
#[derive(Clone, Copy, Debug)]
pub struct DiscountedBackup {
    /// The constant, 1 for plain means.
    pub constant: f64,
}

impl Backup for DiscountedBackup {
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let mut weight = 1.0;
        for step in iteration.path.iter().rev() {
            let node = tree.node_mut(step.node);
            node.visits += 1;
            node.value += 0.5 + weight * (iteration.scores[step.chooser] - 0.5);
            weight *= self.constant;
        }
    }
}
