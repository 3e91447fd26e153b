//! One statistic now and in the baseline: how far apart they may be, and how surprising that is.

use crate::kinds::Better;
use crate::stats::{Contrast, Estimate, Moments};
use statrs::distribution::{ContinuousCDF, Normal};

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
    /// Whether there is enough on both sides to compare: a result each for shares, else two, since variances are needed.
    pub(super) fn is_comparable(&self) -> bool {
        let least = if self.share { 1 } else { 2 };
        self.now.count() >= least && self.old.count() >= least
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

    /// The interval of the change at `z`: Newcombe's for shares, else the normal one.
    fn interval(&self, z: f64) -> (f64, f64) {
        if self.share {
            return self.shares().interval(z);
        }
        let half = z * self.error();
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
            let tail = |change: f64| if change == 0.0 { 0.5 } else { Normal::standard().cdf(change / self.error()) };
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
        let (low, high) = self.interval(Normal::standard().inverse_cdf(1.0 - alpha));
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
        let z = Normal::standard().inverse_cdf(1.0 - p);
        assert!(pair.interval(z).1.abs() < 1e-6, "{p}");
        assert!(shares((55, 45), (40, 60)).p_worse() > 0.5);
        assert_eq!(shares((0, 0), (40, 60)).p_worse(), 1.0);
    }

    #[test]
    fn means_are_compared_by_their_standard_errors() {
        // Means 12 and 10 with standard errors 0.6 and 0.8: the difference has the error 1, so z = 2.
        let old = Moments::from_parts(100, 10.0, 64.0);
        let pair = |better| Pair { now: Moments::from_parts(100, 12.0, 36.0), old, better, share: false };
        assert!((pair(Better::More).p_worse() - 0.97725).abs() < 1e-5);
        assert!((pair(Better::Less).p_worse() - 0.02275).abs() < 1e-5);
        assert!((pair(Better::Neither).p_worse() - 0.0455).abs() < 1e-4);
        assert!((pair(Better::Less).possible_loss(0.02275) - 4.0).abs() < 1e-3);
        assert_eq!(pair(Better::Less).accepted_loss(0.05), 0.5);
        let one = Pair { now: Moments::from_parts(1, 12.0, 0.0), ..pair(Better::Less) };
        assert!(!one.is_comparable() && one.p_worse() == 1.0, "one value has no variance");
    }
}
