//! Sums of squares, for rules that look at the variance of results.

use super::{Backup, Iteration};
use crate::search::{Column, ColumnId, Needs, Rows, Tree};

/// Adds the square of each result to every node on the path, as [`Mean`](super::Mean) adds the result. Also the name of the column that it
/// writes: the sum of the squares of a node's results, each on the scale [0, 1], for the player who chose the way to the node.
#[derive(Clone, Copy, Debug, Default)]
pub struct SumOfSquares {
    squares: ColumnId<SumOfSquares>,
}

impl Column for SumOfSquares {
    type Table = Rows<f64>;
    const NAME: &'static str = "the sums of squares";
}

impl Backup for SumOfSquares {
    fn declare(&mut self, needs: &mut Needs) {
        self.squares = needs.writes(Rows::single(0.0));
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let squares = tree.column_mut(self.squares);
        for step in iteration.path {
            let score = iteration.scores[step.chooser];
            *squares.cell_mut(step.node) += score * score;
        }
    }
}
