//! The plain mean of all results.

use super::{Backup, Iteration};
use crate::search::Tree;

/// Every node averages the results of the player who chose the way to it: max-n for any number of players.
#[derive(Clone, Copy, Debug, Default)]
pub struct Mean;

impl Backup for Mean {
    fn back_up(&mut self, tree: &mut Tree, &Iteration { path, scores, .. }: &Iteration<'_>) {
        for step in path {
            let node = tree.node_mut(step.node);
            node.visits += 1;
            node.value += scores[step.chooser];
        }
    }
}
