//! Sums of squares, for rules that look at the variance of results.

use super::{Backup, Iteration};
use crate::search::Tree;

/// Adds the square of each result to the first number of every node on the path, as [`Mean`](super::Mean) adds the result to its value.
#[derive(Clone, Copy, Debug, Default)]
pub struct SumOfSquares;

impl Backup for SumOfSquares {
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        for step in iteration.path {
            let score = iteration.scores[step.chooser];
            tree.numbers_mut().row_mut(step.node)[0] += score * score;
        }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
