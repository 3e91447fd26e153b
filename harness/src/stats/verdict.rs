//! Better, same or worse, and how surprising that would be among equals.

use super::{Moments, half_width};
use crate::reports::Verdict;
use statrs::distribution::{ContinuousCDF, Normal};

/// The rule of the split-moves paper: better or worse if the whole 95 % interval z·s/√n lies on one side of `even`, else same.
///
/// A single game says nothing. Where all of several results are equal the interval is a point and the rule still answers;
/// reports say so beside it.
pub fn verdict(scores: &Moments, even: f64) -> Verdict {
    let half = half_width(scores);
    if scores.count() < 2 {
        Verdict::Same
    } else if scores.mean() - half > even {
        Verdict::Better
    } else if scores.mean() + half < even {
        Verdict::Worse
    } else {
        Verdict::Same
    }
}

/// The two-sided p-value of the mean score against `even` under the normal approximation, 1 if there are no games.
///
/// The variance is the sample's, but not less than that of one result in `n` turning over, so that a clean sweep has a
/// finite surprise.
pub fn p_value(scores: &Moments, even: f64) -> f64 {
    let n = scores.count() as f64;
    if scores.count() == 0 {
        return 1.0;
    }
    let least = (n - 1.0).max(1.0) / (n * n);
    let z = (scores.mean() - even) / (scores.variance().max(least) / n).sqrt();
    let normal = Normal::standard();
    (2.0 * normal.cdf(-z.abs())).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn needs_the_whole_interval_on_one_side() {
        assert_eq!(verdict(&Moments::of_match(446, 3, 51), 0.5), Verdict::Better);
        assert_eq!(verdict(&Moments::of_match(250, 1, 249), 0.5), Verdict::Same);
        assert_eq!(verdict(&Moments::of_match(196, 89, 215), 0.5), Verdict::Same);
        assert_eq!(verdict(&Moments::of_match(100, 0, 400), 0.5), Verdict::Worse);
        assert_eq!(verdict(&Moments::of_match(1, 0, 0), 0.5), Verdict::Same);
        assert_eq!(verdict(&Moments::default(), 0.5), Verdict::Same);
    }

    #[test]
    fn p_values_match_the_normal_table() {
        // 60 of 100 without draws: s² = 0.24·100/99, z = 0.1/√(s²/100) = 2.0310, two-sided 0.0423.
        assert!((p_value(&Moments::of_match(60, 0, 40), 0.5) - 0.0423).abs() < 2e-4);
        assert_eq!(p_value(&Moments::of_match(50, 0, 50), 0.5), 1.0);
        assert!(p_value(&Moments::of_match(20, 0, 0), 0.5) > 0.0);
    }
}
