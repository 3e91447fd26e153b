//! The distribution of a graded score.

use std::collections::BTreeMap;

/// The number of steps that divide the range of scores. A game whose scores are whole numbers up to this many apart is counted exactly, and memory
/// does not grow with the number of games.
const STEPS: f64 = 1000.0;

/// Counts of values within a known range.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    low: f64,
    width: f64,
    /// Per step: the first value that fell into it, and how many did.
    counts: BTreeMap<u32, (f64, u64)>,
    total: u64,
}

impl Distribution {
    /// No values yet; all will lie between `low` and `high`.
    pub fn new((low, high): (f64, f64)) -> Self {
        Distribution { low, width: (high - low).max(f64::MIN_POSITIVE), counts: BTreeMap::new(), total: 0 }
    }

    /// Counts a value. Those outside the range count at its ends.
    pub fn push(&mut self, value: f64) {
        self.push_times(value, 1);
    }

    /// Counts a value as often as it came up.
    pub fn push_times(&mut self, value: f64, times: u64) {
        let step = ((value - self.low) / self.width * STEPS).round().clamp(0.0, STEPS) as u32;
        self.counts.entry(step).or_insert((value, 0)).1 += times;
        self.total += times;
    }

    /// How many values there are.
    pub fn count(&self) -> u64 {
        self.total
    }

    /// Every value that came up, ascending, and how often.
    pub fn values(&self) -> impl Iterator<Item = (f64, u64)> + '_ {
        self.counts.values().copied()
    }

    /// The least value that at least this share of all reach or stay below (Hyndman and Fan 1996, definition 1); `None` without values.
    pub fn quantile(&self, share: f64) -> Option<f64> {
        let rank = ((share * self.total as f64).ceil() as u64).max(1);
        let mut seen = 0;
        self.values()
            .find(|&(_, count)| {
                seen += count;
                seen >= rank
            })
            .map(|(value, _)| value)
    }
}

#[cfg(test)]
mod tests {
    use super::Distribution;

    #[test]
    fn quantiles_are_values_that_came_up() {
        let mut points = Distribution::new((-3.0, 3.0));
        [1.0, 1.0, -1.0, 2.0, 3.0, -2.0, 1.0, -1.0].into_iter().for_each(|x| points.push(x));
        assert_eq!(points.values().collect::<Vec<_>>(), [(-2.0, 1), (-1.0, 2), (1.0, 3), (2.0, 1), (3.0, 1)]);
        // Sorted: −2 −1 −1 1 1 1 2 3.
        let quantile = |share| points.quantile(share).unwrap();
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(quantile), [-2.0, -1.0, 1.0, 1.0, 3.0]);
        assert_eq!((points.count(), Distribution::new((0.0, 1.0)).quantile(0.5)), (8, None));
    }

    #[test]
    fn memory_is_bounded() {
        let mut scores = Distribution::new((0.0, 1.0));
        (0..100_000).for_each(|i| scores.push(f64::from(i) / 99_999.0));
        assert!(scores.values().count() <= 1001 && (scores.quantile(0.5).unwrap() - 0.5).abs() < 1e-3);
    }
}
