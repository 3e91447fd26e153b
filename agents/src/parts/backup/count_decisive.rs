//! Counting the results that were no draws.

use super::{Backup, Iteration};
use crate::search::{Column, ColumnId, Needs, Rows, Tree};

/// The number of iterations through a node in which not all players had the same score.
pub struct DecisiveResults;

impl Column for DecisiveResults {
    type Table = Rows<u32>;
    const NAME: &'static str = "the numbers of decided results";
}

/// Counts the results that were no draws at every node, for selection rules that leave draws out.
#[derive(Clone, Copy, Debug, Default)]
pub struct CountDecisive {
    decided: ColumnId<DecisiveResults>,
}

impl Backup for CountDecisive {
    fn declare(&mut self, needs: &mut Needs) {
        self.decided = needs.writes(Rows::single(0));
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let drawn = iteration.scores.windows(2).all(|pair| pair[0] == pair[1]);
        if !drawn {
            let decided = tree.column_mut(self.decided);
            iteration.path.iter().for_each(|step| *decided.cell_mut(step.node) += 1);
        }
    }
}
