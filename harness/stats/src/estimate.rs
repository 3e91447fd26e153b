//! A mean score and its error: Wilson's interval.

use super::normal::normal_cdf;
use super::rounds::effective;
use super::{Moments, Rounds, Z95};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// Beyond this z a p-value is below the smallest `f64`.
const MOST_Z: f64 = 38.0;

/// A mean score in [0, 1], and the number of games without draws that would give the same precision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The mean; not a number if there are no games.
    pub mean: f64,
    /// The effective number n* = x(1−x) / Var(x); 0 if there are no games.
    pub size: f64,
}

impl Estimate {
    /// From independent games: n* = n·x(1−x)/s² with the sample variance s² (divisor n − 1), and n where s² is 0, since nothing is known
    /// about draws then.
    pub fn of_games(scores: &Moments) -> Estimate {
        let (n, mean, variance) = (scores.count() as f64, scores.mean(), scores.variance());
        Estimate { mean, size: if variance > 0.0 { n * mean * (1.0 - mean) / variance } else { n } }
    }

    /// From rounds, repeated ones counted once.
    ///
    /// The variance of the mean is that of a ratio estimator over clusters (Cochran, "Sampling Techniques", 1977, section 6.4). With few clusters the
    /// variance estimate is unreliable, so it is multiplied by (t/z)² with t for their degrees of freedom, but never exceeds the variance of scores
    /// that are 0 or 1 for whole clusters, the largest possible; if the sample variance is 0, it is that one.
    pub fn of_rounds(rounds: &Rounds) -> Estimate {
        let clusters = rounds.clusters();
        let (count, games) = (clusters.len() as f64, clusters.iter().map(|cluster| cluster.games).sum::<f64>());
        let mean = clusters.iter().map(|cluster| cluster.sums[0]).sum::<f64>() / games;
        let least = effective(&clusters);
        let squares: f64 = clusters.iter().map(|cluster| (cluster.sums[0] - mean * cluster.games).powi(2)).sum();
        // Rounding leaves traces of squares where all scores are equal.
        if clusters.len() < 2 || squares < 1e-12 * games || mean <= 0.0 || mean >= 1.0 {
            return Estimate { mean, size: least };
        }
        let variance = squares * count / (count - 1.0) / (games * games);
        let size = mean * (1.0 - mean) / variance / (student(count - 1.0) / Z95).powi(2);
        Estimate { mean, size: size.max(least) }
    }

    /// The Wilson interval (Wilson 1927) at `z`, with n* in place of n; [0, 1] if there are no games. It never leaves [0, 1].
    pub fn interval(&self, z: f64) -> (f64, f64) {
        if self.size <= 0.0 {
            return (0.0, 1.0);
        }
        let (n, x, z2) = (self.size, self.mean, z * z);
        let centre = (x + z2 / (2.0 * n)) / (1.0 + z2 / n);
        let half = z / (1.0 + z2 / n) * (x * (1.0 - x) / n + z2 / (4.0 * n * n)).sqrt();
        // At the ends the formula is 0 or 1 but for rounding.
        let low = if x <= 0.0 { 0.0 } else { (centre - half).clamp(0.0, x) };
        let high = if x >= 1.0 { 1.0 } else { (centre + half).clamp(x, 1.0) };
        (low, high)
    }

    /// The one-sided p-value of the true mean being at most `target`: the level at which the lower end of the interval touches it.
    pub fn p_above(&self, target: f64) -> f64 {
        tail(self.mean, target, |z| self.interval(z).0)
    }

    /// The one-sided p-value of the true mean being at least `target`.
    pub fn p_below(&self, target: f64) -> f64 {
        tail(-self.mean, -target, |z| -self.interval(z).1)
    }
}

/// The 97.5 % point of Student's t; the normal one for not a number of degrees of freedom.
pub(crate) fn student(freedom: f64) -> f64 {
    // statrs finds no quantile for infinitely many.
    if freedom > 1000.0 {
        return Z95;
    }
    StudentsT::new(0.0, 1.0, freedom).map_or(Z95, |t| t.inverse_cdf(0.975))
}

/// The level at which the lower end of an interval touches `target`; 1 if the value does not lie above.
fn tail(value: f64, target: f64, low: impl Fn(f64) -> f64) -> f64 {
    if value.is_nan() || value <= target {
        return 1.0;
    }
    normal_cdf(-z_at(|z| low(z) > target))
}

/// The z up to which this holds: intervals grow with z.
fn z_at(holds: impl Fn(f64) -> bool) -> f64 {
    let (mut low, mut high) = (0.0, MOST_Z);
    for _ in 0..60 {
        let z = (low + high) / 2.0;
        if holds(z) { low = z } else { high = z }
    }
    low
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::Rng;

    fn exact(successes: f64, n: f64) -> Estimate {
        Estimate { mean: successes / n, size: n }
    }

    #[test]
    fn agrees_with_wilson_s_interval_as_printed() {
        // Newcombe 1998 (Two-sided confidence intervals for the single proportion, Table I, method 3): 81/263, 15/148, 0/20, 1/29.
        for (successes, n, low, high) in
            [(81.0, 263.0, 0.2553, 0.3662), (15.0, 148.0, 0.0624, 0.1605), (0.0, 20.0, 0.0, 0.1611), (1.0, 29.0, 0.0061, 0.1718)]
        {
            let found = exact(successes, n).interval(Z95);
            assert!((found.0 - low).abs() < 5.1e-5 && (found.1 - high).abs() < 5.1e-5, "{found:?}");
        }
    }

    #[test]
    fn does_not_collapse_and_does_not_leave_the_scale() {
        let games = Estimate::of_games(&Moments::of_match(500, 0, 0));
        let (low, high) = games.interval(Z95);
        assert!(high == 1.0 && (0.985..0.995).contains(&low), "{low}");
        assert_eq!(Estimate::of_games(&Moments::default()).interval(Z95), (0.0, 1.0));
        assert_eq!(Estimate::of_rounds(&Rounds::new(2)).interval(Z95), (0.0, 1.0));
        // All games of all pairs won is as much as that many single games: pairs may be correlated fully.
        let mut pairs = Rounds::new(2);
        (0..10).for_each(|_| pairs.push(0, 2, &[2.0, 0.0]));
        assert_eq!(Estimate::of_rounds(&pairs), Estimate { mean: 1.0, size: 10.0 });
    }

    #[test]
    fn draws_and_balance_inside_pairs_narrow_it() {
        let pairs = |scores: &[f64]| {
            let mut rounds = Rounds::new(2);
            (0..100).for_each(|i| rounds.push(0, 2, &[scores[i % scores.len()], 2.0 - scores[i % scores.len()]]));
            Estimate::of_rounds(&rounds).size
        };
        // Results of ±1 pair have the variance ¼, of ±½ a quarter of it: the sizes are those of 100 and of 400 games (t for 99 costs 2.5 %).
        assert!((pairs(&[0.0, 2.0]) - 100.0).abs() < 3.0 && (pairs(&[0.5, 1.5]) / 400.0 - 1.0).abs() < 0.04);
        // Repeated games do not.
        let mut rounds = Rounds::new(2);
        (0..100).for_each(|i| rounds.push(1 + i % 2, 2, &[2.0 - 2.0 * (i % 2) as f64, 2.0 * (i % 2) as f64]));
        assert!(Estimate::of_rounds(&rounds).size <= 2.0 + 1e-9);
    }

    #[test]
    fn p_values_are_the_levels_at_which_intervals_touch() {
        let found = exact(60.0, 100.0);
        // Wilson's interval inverts the score test, z = (x − m)/√(m(1 − m)/n).
        assert!((found.p_above(0.5) - normal_cdf(-2.0)).abs() < 1e-9 && found.p_below(0.5) == 1.0);
        assert_eq!(Estimate::of_games(&Moments::default()).p_above(0.5), 1.0);
    }

    #[test]
    fn covers_the_truth_about_95_times_in_100() {
        let mut rng = Rng::from_seed(41);
        for (win, draw) in [(0.5, 0.0), (0.2, 0.6), (0.9, 0.05), (0.05, 0.05), (0.45, 0.1)] {
            let truth = win + draw / 2.0;
            let (mut covered, trials) = (0, 1000);
            for _ in 0..trials {
                let mut rounds = Rounds::new(2);
                for _ in 0..100 {
                    let score: f64 = (0..2)
                        .map(|_| match rng.unit() {
                            u if u < win => 1.0,
                            u if u < win + draw => 0.5,
                            _ => 0.0,
                        })
                        .sum();
                    rounds.push(0, 2, &[score, 2.0 - score]);
                }
                let (low, high) = Estimate::of_rounds(&rounds).interval(Z95);
                covered += u32::from(low <= truth && truth <= high);
            }
            let coverage = f64::from(covered) / f64::from(trials);
            // 93–96 % is what pairs give; three standard errors on either side.
            assert!((0.91..0.98).contains(&coverage), "{coverage} at {win}/{draw}");
        }
    }
}
