//! Page–Hinkley test with γ-restart: detects that a node's best child got worse, and discounts old visits.

use crate::greatest::first_greatest;
use crate::search::{Backup, Column, ColumnId, Iteration, Needs, Rows, Tree};

/// Page–Hinkley statistics of the best child's results, with γ-restart (Meta-EvE: Hartland et al. 2006; Bjorge and Schaeffer 2010, section 4.3.4).
///
/// For the best child of a node, m sums the differences of its results from their mean, plus a tolerance δ, and M is the greatest m so far. M − m > λ
/// signals that the best child got worse. (The report prints m > M + λ, which is impossible, since M is the greatest m.) The visits of all
/// children are then multiplied by γ, their means are kept, and m and M restart at 0.
///
/// Used beside [`Mean`](super::Mean).
#[derive(Clone, Copy, Debug)]
pub struct PageHinkleyRestart {
    /// λ: the greater, the fewer false alarms.
    pub threshold: f64,
    /// γ in [0, 1].
    pub discount: f64,
    /// δ: smaller changes are ignored.
    pub tolerance: f64,
    column: ColumnId<DiscountedVisits>,
}

/// The rule's data in a node.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct DiscountedVisits {
    /// Its discounted visits.
    pub weight: f64,
    /// The mean of its results with these weights.
    pub mean: f64,
    /// m of its best child.
    sum: f64,
    /// M of its best child.
    most: f64,
}

impl Column for DiscountedVisits {
    type Table = Rows<DiscountedVisits>;
    const NAME: &'static str = "the discounted visits";
}

impl PageHinkleyRestart {
    /// The rule with its λ, γ and δ.
    pub fn new(threshold: f64, discount: f64, tolerance: f64) -> Self {
        PageHinkleyRestart { threshold, discount, tolerance, column: ColumnId::default() }
    }
}

impl Backup for PageHinkleyRestart {
    fn declare(&mut self, needs: &mut Needs) {
        self.column = needs.writes(Rows::single(DiscountedVisits::default()));
    }

    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>) {
        for pair in iteration.path.windows(2) {
            let (parent, child) = (pair[0].node, pair[1].node);
            let score = iteration.scores[pair[1].chooser];
            let visited = tree.visited_ids(parent);
            let column = tree.column_mut(self.column);
            let best = first_greatest(column.rows(visited.clone()).iter().map(|cell| cell.mean));
            let is_best = best.is_some_and(|(k, _)| visited.start + k as u32 == child);
            let cell = column.cell_mut(child);
            cell.weight += 1.0;
            cell.mean += (score - cell.mean) / cell.weight;
            let mean = cell.mean;
            if !is_best {
                continue;
            }
            let cell = column.cell_mut(parent);
            cell.sum += score - mean + self.tolerance;
            cell.most = cell.most.max(cell.sum);
            if cell.most - cell.sum > self.threshold {
                (cell.sum, cell.most) = (0.0, 0.0);
                column.rows_mut(visited).iter_mut().for_each(|cell| cell.weight *= self.discount);
            }
        }
    }
}
