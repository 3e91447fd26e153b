//! One statistic now and in the baseline: the size of the change and its significance.

use crate::kinds::Direction;
use treebench_stats::Sides;

/// Fewer results than this on one side are not compared: their variance is too uncertain. Of equal searches and playouts with 2 or 3 tasks, 14 and 7
/// % would fail; from 5 tasks on, 3.8 to 5.1 % of 2,000 to 6,000 do (simulated in `judge/tests.rs`).
const LEAST: u64 = 5;

/// A statistic on both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) sides: Sides,
    pub(super) better: Direction,
}

impl Pair {
    /// Whether both sides have enough results to compare.
    pub(super) fn is_comparable(&self) -> bool {
        self.sides.now.count() >= LEAST && self.sides.old.count() >= LEAST
    }

    /// The p-value of the change for the worse; two-sided if any change is for the worse, 1 if there is too little to compare.
    pub(super) fn p_worse(&self) -> f64 {
        if !self.is_comparable() {
            return 1.0;
        }
        let (drop, rise) = self.sides.p_values();
        match self.better {
            Direction::More => drop,
            Direction::Less => rise,
            Direction::Neither => (2.0 * drop.min(rise)).min(1.0),
        }
    }

    /// The largest change for the worse that the one-sided interval at level `alpha` leaves possible; not below 0.
    pub(super) fn possible_loss(&self, alpha: f64) -> f64 {
        let (low, high) = self.sides.interval(alpha);
        let loss = match self.better {
            Direction::More => -low,
            Direction::Less => high,
            Direction::Neither => high.max(-low),
        };
        loss.max(0.0)
    }

    /// The loss that `tolerance` accepts: absolute for shares, otherwise relative to the baseline's mean.
    pub(super) fn accepted_loss(&self, tolerance: f64) -> f64 {
        if self.sides.share { tolerance } else { tolerance * self.sides.old.mean().abs() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_stats::Moments;

    fn shares(now: (u64, u64), old: (u64, u64)) -> Pair {
        let side = |(wins, losses)| Moments::of_match(wins, 0, losses);
        Pair { sides: Sides { now: side(now), old: side(old), share: true }, better: Direction::More }
    }

    fn means(now: Moments, old: Moments, better: Direction) -> Pair {
        Pair { sides: Sides { now, old, share: false }, better }
    }

    #[test]
    fn p_values_agree_with_the_interval_at_a_known_level() {
        let pair = shares((40, 60), (55, 45));
        let p = pair.p_worse();
        assert!(pair.sides.interval(p).1.abs() < 1e-6, "{p}");
        let means = means(Moments::from_parts(7, 9.0, 64.0), Moments::from_parts(5, 12.0, 9.0), Direction::More);
        assert!(means.sides.interval(means.p_worse()).1.abs() < 1e-6, "{}", means.p_worse());
        assert!(shares((55, 45), (40, 60)).p_worse() > 0.5);
        assert_eq!(shares((0, 0), (40, 60)).p_worse(), 1.0);
    }

    #[test]
    fn means_are_compared_by_their_standard_errors() {
        // Means 12 and 10 with standard errors 0.6 and 0.8: the difference has the error 1, so t = 2, with nearly 1.8 million degrees of
        // freedom.
        let old = Moments::from_parts(1_000_000, 10.0, 640_000.0);
        let pair = |better| means(Moments::from_parts(1_000_000, 12.0, 360_000.0), old, better);
        assert!((pair(Direction::More).p_worse() - 0.97725).abs() < 1e-5);
        assert!((pair(Direction::Less).p_worse() - 0.02275).abs() < 1e-5);
        assert!((pair(Direction::Neither).p_worse() - 0.0455).abs() < 1e-4);
        assert!((pair(Direction::Less).possible_loss(0.02275) - 4.0).abs() < 1e-3);
        assert_eq!(pair(Direction::Less).accepted_loss(0.05), 0.5);
        // Five values a side with the standard error 1 together: t = 2 with 8 degrees of freedom (Student's table: 1.860 and 2.306 enclose it).
        let few = |mean| Moments::from_parts(5, mean, 2.5);
        let p = means(few(12.0), few(10.0), Direction::Less).p_worse();
        assert!((p - 0.040_26).abs() < 1e-4, "{p}");
        let constant = |mean| means(Moments::from_parts(5, mean, 0.0), Moments::from_parts(5, 10.0, 0.0), Direction::Less);
        assert_eq!([constant(11.0).p_worse(), constant(9.0).p_worse(), constant(10.0).p_worse()], [0.0, 1.0, 0.5]);
        let four = means(Moments::from_parts(4, 12.0, 0.0), old, Direction::Less);
        assert!(!four.is_comparable() && four.p_worse() == 1.0, "four values have an uncertain variance");
    }
}
