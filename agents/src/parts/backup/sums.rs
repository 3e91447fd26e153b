//! Sums of results over the nodes of a path: means, discounted means, sums of squares, counts of decisive results.

use crate::search::{Backup, Column, ColumnId, Iteration, Needs, Rows, Tree};

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

/// Adds the results of all players to every node on the path. Also the name of the column that it writes: the sums of all results of a node,
/// that of its own playout included, one cell per player, each result on the scale [0, 1].
#[derive(Clone, Copy, Debug, Default)]
pub struct PlayerSums {
    sums: ColumnId<PlayerSums>,
}

impl Column for PlayerSums {
    type Table = Rows<f64>;
    const NAME: &'static str = "the sums of all players' results";
}

impl Backup for PlayerSums {
    fn declare(&mut self, needs: &mut Needs) {
        self.sums = needs.writes(Rows::new(needs.game().players, 0.0));
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        let sums = tree.column_mut(self.sums);
        for step in iteration.path {
            sums.row_mut(step.node).iter_mut().zip(iteration.scores).for_each(|(sum, score)| *sum += score);
        }
    }
}

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
