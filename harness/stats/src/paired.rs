//! The mean difference between two series of the same rounds, with an interval and a p-value that agree with each other.

use super::{Estimate, LEVEL, Moments, Rounds, at_any_time, even::judge_equals_at};
use statrs::distribution::{ContinuousCDF, StudentsT};

/// A mean difference, second series minus first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Change {
    /// The mean difference; not a number if there are no rounds.
    pub value: f64,
    /// The 95 % interval: it excludes 0 exactly if `p` ≤ 5 %. All numbers where too few rounds are known.
    pub interval: (f64, f64),
    /// The two-sided p-value of no difference.
    pub p: f64,
    /// Rounds that both series have; repeated ones are one.
    pub rounds: u64,
}

/// Differences of scores in [0, 1], round by round.
///
/// If neither series is better, a difference is as likely as its negative, so the sign-flip test on rounds is exact (Fisher 1935; see
/// [`relabelling_p`](super::relabelling_p)). It is the test of an even result between two players whose scores per game are ½ + d/2 and ½ − d/2 for
/// the difference d, and the interval is that of their score.
///
/// Games without a result in either series are not differences, but a difference is only as significant as with each of them counted against the
/// favoured series.
#[derive(Clone, PartialEq, Debug)]
pub struct PairedShares {
    rounds: Rounds,
    missing: u64,
}

impl Default for PairedShares {
    fn default() -> Self {
        PairedShares { rounds: Rounds::new(2), missing: 0 }
    }
}

impl PairedShares {
    /// Adds a round of `games` games with the sums of the scores in either series. Rounds with equal keys hold the same games in both
    /// series and count once; 0 is equal to none.
    pub fn push(&mut self, key: u64, games: u32, first: f64, second: f64) {
        let (games_f, difference) = (f64::from(games), second - first);
        self.rounds.push(key, games, &[(games_f + difference) / 2.0, (games_f - difference) / 2.0]);
    }

    /// Adds games without a result in one of the series.
    pub fn miss(&mut self, games: u64) {
        self.missing += games;
    }

    /// The mean difference per game.
    pub fn change(&self) -> Change {
        self.change_at(LEVEL)
    }

    /// The same with the interval that excludes 0 exactly if `p` is at most this level.
    pub fn change_at(&self, level: f64) -> Change {
        self.judged(|rounds| {
            let judged = judge_equals_at(rounds, 0.5, level);
            change_of(rounds, judged.estimate.mean, judged.interval, judged.p)
        })
    }

    /// The same with an always-valid interval and p-value.
    pub fn change_at_any_time(&self) -> Change {
        self.judged(|rounds| {
            let (interval, p) = at_any_time(&[rounds], 0.5);
            change_of(rounds, Estimate::of_rounds(rounds).mean, interval, p)
        })
    }

    /// The result of the rounds, unless games without a result could reverse it: the interval is then extended by them.
    fn judged(&self, judge: impl Fn(&Rounds) -> Change) -> Change {
        let found = judge(&self.rounds);
        if self.missing == 0 || found.value.is_nan() {
            return found;
        }
        let worst = judge(&self.rounds.with_missing(self.missing, if found.value > 0.0 { 0.0 } else { 1.0 }));
        let p = if worst.value * found.value > 0.0 { found.p.max(worst.p) } else { 1.0 };
        let interval = (found.interval.0.min(worst.interval.0), found.interval.1.max(worst.interval.1));
        Change { interval, p, ..found }
    }
}

fn change_of(rounds: &Rounds, mean: f64, (low, high): (f64, f64), p: f64) -> Change {
    let difference = |score: f64| 2.0 * score - 1.0;
    // Rounds of unequal sizes weigh as much as their games in the mean only.
    let interval = if mean.is_nan() { (low, high) } else { (low.min(mean), high.max(mean)) };
    Change {
        value: difference(mean),
        interval: (difference(interval.0), difference(interval.1)),
        p,
        rounds: rounds.clusters().len() as u64,
    }
}

/// The difference of means of other numbers from the differences of rounds: Student's t-test for pairs.
pub fn paired_means(differences: &Moments) -> Change {
    let rounds = differences.count();
    let (value, error) = (differences.mean(), differences.standard_error());
    let all = (f64::NEG_INFINITY, f64::INFINITY);
    let Some(t) = StudentsT::new(0.0, 1.0, rounds.saturating_sub(1) as f64).ok().filter(|_| rounds >= 2) else {
        return Change { value, interval: all, p: 1.0, rounds };
    };
    if error == 0.0 {
        // Differences without any spread: none, or all the same, which is as likely as that all have one sign.
        let p = if value == 0.0 { 1.0 } else { (2.0 * 0.5f64.powf(rounds as f64)).max(f64::MIN_POSITIVE) };
        return Change { value, interval: if value != 0.0 && p > LEVEL { all } else { (value, value) }, p, rounds };
    }
    let half = t.inverse_cdf(1.0 - LEVEL / 2.0) * error;
    let p = (2.0 * t.cdf(-(value / error).abs())).clamp(f64::MIN_POSITIVE, 1.0);
    Change { value, interval: (value - half, value + half), p, rounds }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shares(rounds: &[(f64, f64)]) -> Change {
        let mut paired = PairedShares::default();
        rounds.iter().for_each(|&(first, second)| paired.push(0, 2, first, second));
        paired.change()
    }

    /// Forty won rounds are beyond chance, with a few failures, too; with as many, they are not, and the interval has an even result in it.
    #[test]
    fn an_interval_agrees_with_p_at_every_level() {
        let mut paired = PairedShares::default();
        for round in 0..12 {
            paired.push(0, 2, 1.0, if round < 9 { 2.0 } else { 0.0 });
        }
        let p = paired.change().p;
        let holds_zero = |level: f64| paired.change_at(level).interval.0 <= 0.0;
        assert!(!holds_zero(1.01 * p) && holds_zero(0.99 * p), "{p}");
        assert_eq!(paired.change_at(crate::LEVEL), paired.change());
        let width = |level: f64| paired.change_at(level).interval.1 - paired.change_at(level).interval.0;
        assert!(width(0.01) > width(0.05));
    }

    #[test]
    fn games_without_a_result_count_against_the_better_series() {
        for turned in [false, true] {
            let with = |missing| {
                let mut paired = PairedShares::default();
                (0..40).for_each(|_| if turned { paired.push(0, 2, 1.5, 0.5) } else { paired.push(0, 2, 0.5, 1.5) });
                paired.miss(missing);
                [paired.change(), paired.change_at_any_time()]
            };
            for (none, (few, many)) in with(0).into_iter().zip(with(2).into_iter().zip(with(40))) {
                assert!(none.p < few.p && few.p < 0.05 && many.p > 0.05, "{none:?} {few:?} {many:?}");
                assert!(none.value == many.value && many.interval.0 < 0.0 && many.interval.1 > 0.0, "{many:?}");
                assert!(few.interval.0 > 0.0 || few.interval.1 < 0.0, "{few:?}");
            }
        }
    }

    #[test]
    fn the_p_value_is_that_of_the_sign_flip_test() {
        // Differences 2, 1, 1, 0.5, 1 of five pairs: only all signs as they are, or all turned, are as far from 0: 2 of 32.
        let change = shares(&[(0.0, 2.0), (0.5, 1.5), (1.0, 2.0), (0.0, 0.5), (1.0, 2.0), (1.0, 1.0)]);
        assert!((change.p - 2.0 / 32.0).abs() < 1e-12, "{change:?}");
        assert!((change.value - 5.5 / 12.0).abs() < 1e-12 && change.rounds == 6);
        // By plain enumeration for any differences.
        let rounds = [(2.0, 0.5), (0.0, 1.0), (1.0, 1.5), (0.5, 2.0), (1.5, 1.0), (0.0, 2.0), (1.0, 2.0)];
        let differences: Vec<f64> = rounds.iter().map(|(a, b)| b - a).collect();
        let observed: f64 = differences.iter().sum();
        let flipped = |signs: u32| -> f64 { differences.iter().enumerate().map(|(i, d)| if signs >> i & 1 == 1 { -d } else { *d }).sum() };
        let as_far = (0..1u32 << rounds.len()).filter(|&signs| flipped(signs) >= observed - 1e-9).count();
        assert!((shares(&rounds).p - 2.0 * as_far as f64 / 128.0).abs() < 1e-12);
    }

    #[test]
    fn interval_and_p_agree_and_stay_on_the_scale() {
        for won in 0..=12 {
            let rounds: Vec<(f64, f64)> = (0..12).map(|i| if i < won { (0.5, 1.5) } else { (1.5, 0.5) }).collect();
            let Change { value, interval: (low, high), p, .. } = shares(&rounds);
            assert_eq!(p <= LEVEL, low > 0.0 || high < 0.0, "{won}: {low} {high} {p}");
            assert!(-1.0 <= low && low <= value && value <= high && high <= 1.0);
        }
        // Repeated rounds count once.
        let mut repeated = PairedShares::default();
        (0..100).for_each(|_| repeated.push(7, 2, 0.0, 2.0));
        assert!(repeated.change().p > 0.5);
        assert!(repeated.change_at_any_time().p > 0.5);
        assert_eq!(shares(&[]).p, 1.0);
    }

    /// Twelve rounds won by a half: the bets λ = j/12 on a difference of ½ a game, worth ¾, pay (1 + λ/2)¹².
    #[test]
    fn at_any_time_bets_decide() {
        let mut paired = PairedShares::default();
        (0..12).for_each(|_| paired.push(0, 2, 0.5, 1.5));
        let Change { value, interval: (low, high), p, rounds } = paired.change_at_any_time();
        let fortune = |side: f64| (1..12).map(|j| (1.0 + side * f64::from(j) / 24.0).powi(12)).sum::<f64>() / 11.0;
        let e = (fortune(1.0) + fortune(-1.0)) / 2.0;
        assert!((p - 1.0 / e).abs() < 1e-9 && (value, rounds) == (0.5, 12) && low < 0.5 && high > 0.5, "{p} {e} {low} {high}");
        assert_eq!(p <= LEVEL, low > 0.0);
        assert_eq!(PairedShares::default().change_at_any_time().p, 1.0);
    }

    #[test]
    fn means_are_compared_by_the_textbook_t_test() {
        // Student 1908 (the sleep data): differences of two drugs in ten patients, t = 4.0621 with 9 degrees of freedom, p = 0.002833.
        let mut differences = Moments::default();
        [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4].into_iter().for_each(|d| differences.push(d));
        let change = paired_means(&differences);
        assert!((change.p - 0.002_833).abs() < 1e-6 && (change.interval.0 - 0.700_114).abs() < 1e-5, "{change:?}");
        let mut one = Moments::default();
        one.push(3.0);
        assert_eq!(paired_means(&one).p, 1.0);
        one.push(3.0);
        // Two equal differences are no more than two of the same sign.
        assert_eq!((paired_means(&one).interval, paired_means(&one).p), ((f64::NEG_INFINITY, f64::INFINITY), 0.5));
    }
}
