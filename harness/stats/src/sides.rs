//! The difference of a mean between two sides without common rounds, and its significance.

use super::{Change, Contrast, LEVEL, Moments};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Values on two independent sides.
#[derive(Clone, Copy, Debug)]
pub struct Sides {
    /// The values now.
    pub now: Moments,
    /// Those before.
    pub old: Moments,
    /// Whether the values are shares, in [0, 1].
    pub share: bool,
}

impl Sides {
    /// Now minus before.
    pub fn change(&self) -> f64 {
        self.now.mean() - self.old.mean()
    }

    /// The difference of shares; `None` if a side has no values.
    fn shares(&self) -> Option<Contrast> {
        Contrast::of_means(&[(1.0, self.now), (-1.0, self.old)]).filter(|_| self.share)
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

    /// The interval of the change that leaves out `alpha` at either side: for shares on the logit scale, else Welch's.
    pub fn interval(&self, alpha: f64) -> (f64, f64) {
        if let Some(shares) = self.shares() {
            return shares.interval(2.0 * alpha);
        }
        let half = self.student().map_or(0.0, |t| t.inverse_cdf(1.0 - alpha)) * self.error();
        (self.change() - half, self.change() + half)
    }

    /// The one-sided p-values of a drop and of a rise.
    pub fn p_values(&self) -> (f64, f64) {
        if let Some(shares) = self.shares() {
            return (shares.p_below(0.0), shares.p_above(0.0));
        }
        let tail = |change: f64| match self.student() {
            _ if change == 0.0 => 0.5,
            Some(t) => t.cdf(change / self.error()),
            None if change < 0.0 => 0.0,
            None => 1.0,
        };
        (tail(self.change()), tail(-self.change()))
    }

    /// The change with its 95 % interval and the two-sided p-value; nothing is known of it if a side has fewer than two values.
    pub fn judged(&self) -> Change {
        let rounds = self.now.count().min(self.old.count());
        if rounds < 2 {
            return Change { value: self.change(), interval: (f64::NEG_INFINITY, f64::INFINITY), p: 1.0, rounds };
        }
        let (drop, rise) = self.p_values();
        let p = (2.0 * drop.min(rise)).min(1.0);
        Change { value: self.change(), interval: self.interval(LEVEL / 2.0), p, rounds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interval_and_p_agree() {
        let shares = |wins, losses| Moments::of_match(wins, 0, losses);
        for (now, old) in [((40, 60), (55, 45)), ((40, 60), (54, 46)), ((0, 20), (7, 13)), ((50, 50), (50, 50))] {
            let change = Sides { now: shares(now.0, now.1), old: shares(old.0, old.1), share: true }.judged();
            assert_eq!(change.p < LEVEL, change.interval.0 > 0.0 || change.interval.1 < 0.0, "{change:?}");
        }
        // Means 12 and 10 with standard errors 0.6 and 0.8: t = 2 with nearly 1.8 million degrees of freedom.
        let side = |mean, variance| Moments::from_parts(1_000_000, mean, variance);
        let change = Sides { now: side(12.0, 360_000.0), old: side(10.0, 640_000.0), share: false }.judged();
        assert!((change.p - 0.0455).abs() < 1e-4 && (change.interval.0 - 0.04).abs() < 1e-3, "{change:?}");
        assert_eq!(Sides { now: shares(1, 0), old: shares(40, 60), share: true }.judged().p, 1.0);
    }
}
