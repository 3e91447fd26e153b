//! Pairs of cells that searched the same positions.

use super::paired_difference::{Differences, PairedDifference};
use super::summary::SearchCell;
use treebench_stats::Ratio;

impl SearchCell {
    /// One of the [differences](Self::against) to another cell. Where both repeat searches, only the different ones count for the error.
    pub(super) fn paired(&self, other: &SearchCell, is_baseline: bool, of: fn(&Differences) -> Ratio) -> Option<PairedDifference> {
        let PairedDifference { difference, error, positions } = PairedDifference::of(&of(&self.against(other, is_baseline)))?;
        let inflation = self.repeats.inflation().min(other.repeats.inflation());
        Some(PairedDifference { difference, error: error * inflation, positions: positions / inflation.powi(2) })
    }

    /// The differences to another cell that searched the same positions. Earlier searches, known only as sums in a results file, count only if the
    /// other cell is the baseline of this one.
    pub(super) fn against(&self, other: &SearchCell, is_baseline: bool) -> Differences {
        let mut all = if is_baseline { self.earlier } else { Differences::default() };
        if self.points.len() != other.points.len() {
            return all;
        }
        // The sum of all differences over the number of searches, so that every position weighs alike, however many a batch has.
        for (one, two) in self.batches.iter().zip(&other.batches) {
            // A batch in which a search is missing or failed has no pair.
            if one.count == 0.0 || one.count != two.count {
                continue;
            }
            let push = |ratio: &mut Ratio, one_sum: f32, two_sum: f32| ratio.push(f64::from(one_sum - two_sum), f64::from(one.count));
            push(&mut all.area, one.area, two.area);
            if let (Some(&a), Some(&b)) = (one.optimal.last(), two.optimal.last()) {
                push(&mut all.optimal, a, b);
            }
            if let (Some(&a), Some(&b)) = (one.difficulty.last(), two.difficulty.last())
                && self.last().is_some_and(|last| last.difficulty.count() > 0)
            {
                push(&mut all.difficulty, a, b);
            }
        }
        all
    }
}
