//! One statistic now and in the baseline: how far apart they may be, and how surprising that is.

use crate::kinds::Better;
use crate::stats::{Contrast, Estimate, Moments};
use statrs::distribution::{ContinuousCDF, Normal, StudentsT};

/// Fewer results than this on one side are not compared: their variance is too uncertain. Of equal searches and playouts with 2 or 3 tasks, 14 and
/// 7 % would fail; from 5 on it is 3.8 to 5.1 % of 2,000 to 6,000 (simulated in `judge/tests.rs`).
const LEAST: u64 = 5;

/// A statistic on both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub(super) now: Moments,
    pub(super) old: Moments,
    pub(super) better: Better,
    /// Whether the values are shares, in [0, 1].
    pub(super) share: bool,
}

impl Pair {
    /// Whether there is enough on both sides to compare.
    pub(super) fn is_comparable(&self) -> bool {
        self.now.count() >= LEAST && self.old.count() >= LEAST
    }

    /// Now minus baseline.
    pub(super) fn change(&self) -> f64 {
        self.now.mean() - self.old.mean()
    }

    /// The difference of shares.
    fn shares(&self) -> Contrast {
        Contrast::difference(Estimate::of_games(&self.now), Estimate::of_games(&self.old))
    }

    /// The standard error of the difference of two independent means (Welch).
    fn error(&self) -> f64 {
        (self.now.standard_error().powi(2) + self.old.standard_error().powi(2)).sqrt()
    }

    /// The t distribution of the difference of two independent means divided by its standard error, by Welch's degrees of freedom; none where
    /// neither side varies.
    fn student(&self) -> Option<StudentsT> {
        let part = |side: &Moments| {
            let square = side.standard_error().powi(2);
            (square, square * square / (side.count().max(2) - 1) as f64)
        };
        let ((now, now_part), (old, old_part)) = (part(&self.now), part(&self.old));
        StudentsT::new(0.0, 1.0, (now + old).powi(2) / (now_part + old_part)).ok()
    }

    /// The interval of the change that leaves out `alpha` at either side: Newcombe's for shares, else Welch's.
    fn interval(&self, alpha: f64) -> (f64, f64) {
        if self.share {
            return self.shares().interval(Normal::standard().inverse_cdf(1.0 - alpha));
        }
        let half = self.student().map_or(0.0, |t| t.inverse_cdf(1.0 - alpha)) * self.error();
        (self.change() - half, self.change() + half)
    }

    /// The p-value of the change for the worse; two-sided if any change is for the worse, 1 if there is too little to compare.
    pub(super) fn p_worse(&self) -> f64 {
        if !self.is_comparable() {
            return 1.0;
        }
        let (drop, rise) = if self.share {
            (self.shares().p_below(0.0), self.shares().p_above(0.0))
        } else {
            let tail = |change: f64| match self.student() {
                _ if change == 0.0 => 0.5,
                Some(t) => t.cdf(change / self.error()),
                None if change < 0.0 => 0.0,
                None => 1.0,
            };
            (tail(self.change()), tail(-self.change()))
        };
        match self.better {
            Better::More => drop,
            Better::Less => rise,
            Better::Neither => (2.0 * drop.min(rise)).min(1.0),
        }
    }

    /// The largest change for the worse that the one-sided interval at level `alpha` leaves possible; not below 0.
    pub(super) fn possible_loss(&self, alpha: f64) -> f64 {
        let (low, high) = self.interval(alpha);
        let loss = match self.better {
            Better::More => -low,
            Better::Less => high,
            Better::Neither => high.max(-low),
        };
        loss.max(0.0)
    }

    /// The loss that `tolerance` accepts: for shares itself, else that part of the baseline's mean.
    pub(super) fn accepted_loss(&self, tolerance: f64) -> f64 {
        if self.share { tolerance } else { tolerance * self.old.mean().abs() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(now: (u64, u64), old: (u64, u64)) -> Pair {
        let side = |(wins, losses)| Moments::of_match(wins, 0, losses);
        Pair { now: side(now), old: side(old), better: Better::More, share: true }
    }

    #[test]
    fn p_values_agree_with_the_interval_at_a_known_level() {
        let pair = shares((40, 60), (55, 45));
        let p = pair.p_worse();
        assert!(pair.interval(p).1.abs() < 1e-6, "{p}");
        let means =
            Pair { now: Moments::from_parts(7, 9.0, 64.0), old: Moments::from_parts(5, 12.0, 9.0), better: Better::More, share: false };
        assert!(means.interval(means.p_worse()).1.abs() < 1e-6, "{}", means.p_worse());
        assert!(shares((55, 45), (40, 60)).p_worse() > 0.5);
        assert_eq!(shares((0, 0), (40, 60)).p_worse(), 1.0);
    }

    #[test]
    fn means_are_compared_by_their_standard_errors() {
        // Means 12 and 10 with standard errors 0.6 and 0.8: the difference has the error 1, so t = 2, with nearly 1.8 million degrees of
        // freedom.
        let old = Moments::from_parts(1_000_000, 10.0, 640_000.0);
        let pair = |better| Pair { now: Moments::from_parts(1_000_000, 12.0, 360_000.0), old, better, share: false };
        assert!((pair(Better::More).p_worse() - 0.97725).abs() < 1e-5);
        assert!((pair(Better::Less).p_worse() - 0.02275).abs() < 1e-5);
        assert!((pair(Better::Neither).p_worse() - 0.0455).abs() < 1e-4);
        assert!((pair(Better::Less).possible_loss(0.02275) - 4.0).abs() < 1e-3);
        assert_eq!(pair(Better::Less).accepted_loss(0.05), 0.5);
        // Five values a side with the standard error 1 together: t = 2 with 8 degrees of freedom (Student's table: 1.860 and 2.306 enclose it).
        let few = |mean| Moments::from_parts(5, mean, 2.5);
        let p = Pair { now: few(12.0), old: few(10.0), better: Better::Less, share: false }.p_worse();
        assert!((p - 0.040_26).abs() < 1e-4, "{p}");
        let constant = |mean| Pair { now: Moments::from_parts(5, mean, 0.0), old: Moments::from_parts(5, 10.0, 0.0), ..pair(Better::Less) };
        assert_eq!([constant(11.0).p_worse(), constant(9.0).p_worse(), constant(10.0).p_worse()], [0.0, 1.0, 0.5]);
        let four = Pair { now: Moments::from_parts(4, 12.0, 0.0), ..pair(Better::Less) };
        assert!(!four.is_comparable() && four.p_worse() == 1.0, "four values have an uncertain variance");
    }
}
