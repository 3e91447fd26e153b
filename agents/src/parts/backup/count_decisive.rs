//! Counting the results that were no draws.

use super::{Backup, Iteration};
use crate::search::Tree;

/// Counts at every node the iterations in which not all players had the same score; for selection rules that leave draws out. The tree
/// must keep [`Facts::decided`](crate::search::Facts::decided).
#[derive(Clone, Copy, Debug, Default)]
pub struct CountDecisive;

impl Backup for CountDecisive {
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let drawn = iteration.scores.windows(2).all(|pair| pair[0] == pair[1]);
        if !drawn {
            iteration.path.iter().for_each(|step| tree.decided_mut().row_mut(step.node)[0] += 1);
        }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
