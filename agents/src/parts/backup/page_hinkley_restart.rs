//! Finds out when the best decision of a node has changed, and makes old visits count less.

use super::{Backup, Iteration};
use crate::search::Tree;

/// Page–Hinkley statistics of the best child's results, with γ-restart (Meta-EvE: Hartland et al. 2006; Bjorge and Schaeffer 2010, section 4.3.4).
///
/// For the best child of a node, m sums the differences of its results from their mean, plus a tolerance δ, and M is the greatest m so far; a
/// change is found when M − m > λ: the best child got worse. (The report prints m > M + λ, which can never be, since M is the greatest m.) The
/// visits of all children are then multiplied with γ, their means stay, and m and M begin anew.
///
/// Needs four [numbers](crate::search::Facts::numbers) per node, and stands beside [`Mean`](super::Mean).
#[derive(Clone, Copy, Debug)]
pub struct PageHinkleyRestart {
    /// λ: the greater, the fewer false alarms.
    pub threshold: f64,
    /// γ in [0, 1].
    pub discount: f64,
    /// δ: changes smaller than this are overlooked.
    pub tolerance: f64,
}

impl PageHinkleyRestart {
    /// How many numbers it needs per node.
    pub const NUMBERS: usize = 4;
    /// The discounted visits of a node.
    pub const WEIGHT: usize = 0;
    /// The mean of its results with these weights.
    pub const MEAN: usize = 1;
    /// m of the node's best child, and M.
    const SUM: usize = 2;
    const MOST: usize = 3;
}

impl Backup for PageHinkleyRestart {
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        for pair in iteration.path.windows(2) {
            let (parent, child) = (pair[0].node, pair[1].node);
            let score = iteration.scores[pair[1].chooser];
            let visited = tree.visited_ids(parent);
            let rows = tree.numbers().rows(visited.clone()).chunks_exact(Self::NUMBERS);
            let best = rows.map(|row| row[Self::MEAN]).enumerate().max_by(|(i, a), (j, b)| a.total_cmp(b).then(j.cmp(i)));
            let is_best = best.is_some_and(|(k, _)| visited.start + k as u32 == child);
            let row = tree.numbers_mut().row_mut(child);
            row[Self::WEIGHT] += 1.0;
            row[Self::MEAN] += (score - row[Self::MEAN]) / row[Self::WEIGHT];
            let mean = row[Self::MEAN];
            if !is_best {
                continue;
            }
            let row = tree.numbers_mut().row_mut(parent);
            row[Self::SUM] += score - mean + self.tolerance;
            row[Self::MOST] = row[Self::MOST].max(row[Self::SUM]);
            if row[Self::MOST] - row[Self::SUM] > self.threshold {
                (row[Self::SUM], row[Self::MOST]) = (0.0, 0.0);
                for row in tree.numbers_mut().rows_mut(visited).chunks_exact_mut(Self::NUMBERS) {
                    row[Self::WEIGHT] *= self.discount;
                }
            }
        }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
