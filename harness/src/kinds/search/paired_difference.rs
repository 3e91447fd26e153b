//! Differences between two cells that searched the same positions.

use treebench_stats::{Estimate, Ratio, Z95};

/// The searches of a batch: their number, per checkpoint the number that chose an optimal move and the sum of the difficulties, and the sum
/// of the areas.
#[derive(Clone, PartialEq, Debug, Default)]
pub(super) struct Batch {
    pub(super) count: f32,
    pub(super) optimal: Vec<f32>,
    pub(super) difficulty: Vec<f32>,
    pub(super) area: f32,
}

/// The mean difference between two cells on the same positions, with its standard error.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairedDifference {
    /// The difference of the means.
    pub difference: f64,
    /// Its standard error, from the differences of batches (that of a ratio estimator).
    pub error: f64,
    /// The different positions that it comes from.
    pub positions: f64,
}

/// The differences between two cells on the same positions, in sums over batches.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Differences {
    /// In the share of optimal last moves.
    pub(super) optimal: Ratio,
    /// In the area under the curve.
    pub(super) area: Ratio,
    /// In the difficulty after the last move; empty if the game has none.
    pub(super) difficulty: Ratio,
}

impl PairedDifference {
    /// The mean difference of some pairs; `None` for less than two batches.
    pub(super) fn of(differences: &Ratio) -> Option<PairedDifference> {
        let Ratio { count, bottom: positions, .. } = *differences;
        (count > 1).then(|| PairedDifference { difference: differences.value(), error: differences.standard_error(), positions })
    }

    /// The 95 % interval of a difference of shares. Positions that all differ alike do not show that others do: then it is Wilson's interval for
    /// scores from 0 to 1, stretched to -1 to 1.
    pub(super) fn interval_of_shares(&self) -> (f64, f64) {
        if self.is_uniform() {
            let (low, high) = Estimate { mean: f64::midpoint(1.0, self.difference).clamp(0.0, 1.0), size: self.positions }.interval(Z95);
            return (2.0 * low - 1.0, 2.0 * high - 1.0);
        }
        self.normal_interval()
    }

    /// The 95 % interval of a difference of numbers without bounds; none if all positions differ alike, which tells nothing of others.
    pub(super) fn interval_of_numbers(&self) -> Option<(f64, f64)> {
        (!self.is_uniform()).then_some(self.normal_interval())
    }

    fn normal_interval(&self) -> (f64, f64) {
        (self.difference - Z95 * self.error, self.difference + Z95 * self.error)
    }

    /// Whether all batches have the same difference, but for rounding.
    fn is_uniform(&self) -> bool {
        self.error <= 1e-6 * self.difference.abs()
    }
}
