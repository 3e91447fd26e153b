//! The expected duration of a stopping rule.

use super::Bets;
use super::bets::two_values;
use super::sequential::bounds;
use super::stop_rule::{StopRule, StopTest};
use super::stopping::Sequence;

/// The assumed distribution of rounds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// Games of a round.
    pub size: u32,
    /// The score of an even result.
    pub even: f64,
    /// The mean score.
    pub mean: f64,
    /// The variance of a round's mean score.
    pub variance: f64,
}

/// The state of the rule: counted rounds, and their sum.
#[derive(Clone, Copy)]
struct Place {
    rounds: f64,
    sum: f64,
    /// The share of rounds that count.
    share: f64,
}

/// The expected number of rounds from the beginning, up to the maximum allowed.
///
/// For a sequential ratio test it is that of Brownian motion between its boundaries (Wald, "Sequential Analysis", 1947, section 3.5), for
/// an interval the number after which it ends if the score is the mean all the time.
pub fn expected_rounds(rule: &StopRule, forecast: Forecast) -> f64 {
    let least = f64::from(rule.at_least.div_ceil(forecast.size.max(1)));
    let most = f64::from(rule.at_most / forecast.size.max(1));
    left(rule, forecast, Place { rounds: 0.0, sum: 0.0, share: 1.0 }).max(least).min(most)
}

/// The expected number of further rounds: the average over means that are likely after the rounds so far.
pub fn rounds_left(sequence: &Sequence) -> f64 {
    if sequence.decision().is_some() {
        return 0.0;
    }
    let (rule, size, n) = (sequence.rule(), sequence.size(), sequence.values().count() as f64);
    let played = f64::from(sequence.games() / size);
    let least = f64::from(rule.at_least.div_ceil(size)) - played;
    let most = f64::from(rule.at_most / size) - played;
    let mean = if n > 0.0 { sequence.values().mean() } else { sequence.even() };
    let variance = sequence.variance();
    let spread = (variance / (n + 1.0)).sqrt();
    // Gauss and Hermite's three points of a normal distribution.
    let points = [(-3f64.sqrt(), 1.0 / 6.0), (0.0, 2.0 / 3.0), (3f64.sqrt(), 1.0 / 6.0)];
    let rounds = points.map(|(deviation, weight)| {
        let forecast = Forecast { size, even: sequence.level(), mean: (mean + deviation * spread).clamp(0.0, 1.0), variance };
        let place = Place { rounds: n, sum: n * mean, share: sequence.share() };
        weight * left(rule, forecast, place).max(least).min(most)
    });
    rounds.iter().sum::<f64>().max(1.0).min(most)
}

/// The further rounds after which an always-valid interval excludes an even result, if the mean and the variance stay as they are; infinity if they
/// are more than 10⁹.
///
/// A planning figure: it takes the observed mean for the true one, which is likely to be nearer to an even result.
pub fn rounds_to_decide(sequence: &Sequence) -> f64 {
    let n = sequence.values().count() as f64;
    if n == 0.0 {
        return f64::INFINITY;
    }
    let mean = sequence.values().mean();
    let forecast = Forecast { size: sequence.size(), even: sequence.even(), mean, variance: sequence.variance() };
    left(sequence.rule(), forecast, Place { rounds: n, sum: n * mean, share: sequence.share() })
}

/// The expected number of further rounds without limits.
fn left(rule: &StopRule, forecast: Forecast, place: Place) -> f64 {
    match (rule.test, rule.hypotheses(forecast.variance, forecast.size)) {
        (StopTest::Gsprt { alpha, beta, .. }, Some((s0, s1))) => {
            let unit = forecast.variance / (s1 - s0);
            let (low, high) = bounds(alpha, beta);
            let middle = (s0 + s1) / 2.0;
            exit_time(place.sum - middle * place.rounds, (low * unit, high * unit), forecast.mean - middle, forecast.variance)
        }
        (StopTest::Gsprt { .. }, None) => f64::INFINITY,
        (StopTest::Interval { width, alpha }, _) => {
            let ends = |further: f64| {
                let rounds = place.rounds + further;
                let values = two_values((place.sum + further * forecast.mean) / rounds, forecast.variance * place.share, rounds);
                let bets = Bets::on(&values).share(place.share);
                let narrow = |width| {
                    let (low, high) = bets.interval(alpha);
                    high - low <= width
                };
                bets.against(forecast.even).ln() >= -alpha.ln() || width.is_some_and(narrow)
            };
            first(ends)
        }
    }
}

/// The mean time in which Brownian motion from `x` with this drift and variance leaves the interval.
fn exit_time(x: f64, (low, high): (f64, f64), drift: f64, variance: f64) -> f64 {
    if x <= low || x >= high {
        return 0.0;
    }
    let speed = 2.0 * drift / variance;
    if (speed * (high - low)).abs() < 1e-6 {
        return (x - low) * (high - x) / variance;
    }
    // The probability of leaving at the upper end.
    let up = if speed > 0.0 {
        (-(-speed * (x - low)).exp_m1()) / (-(-speed * (high - low)).exp_m1())
    } else {
        ((-speed * (x - high)).exp() - (-speed * (low - high)).exp()) / (-(-speed * (low - high)).exp_m1())
    };
    (low + (high - low) * up - x) / drift
}

/// The smallest number of rounds, up to 10⁹, for which this holds, if it goes on to hold; infinity if there is none.
fn first(holds: impl Fn(f64) -> bool) -> f64 {
    let mut high = 1.0;
    while !holds(high) {
        high *= 2.0;
        if high > 1e9 {
            return f64::INFINITY;
        }
    }
    let mut low = 0.0;
    while high - low > 0.5 {
        let middle = (low + high) / 2.0;
        if holds(middle) { high = middle } else { low = middle }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Unit;
    use treebench_games::Rng;

    const PAIRS: Forecast = Forecast { size: 2, even: 0.5, mean: 0.5, variance: 0.125 };

    fn gsprt(at_most: u32) -> StopRule {
        let test = StopTest::Gsprt { h0: 50.0, h1: 55.0, unit: Unit::Points, alpha: 0.05, beta: 0.05 };
        StopRule { test, at_least: 0, at_most }
    }

    #[test]
    fn agrees_with_wald_and_with_simulated_tests() {
        // Of 4,000 simulated pair tests of 50 against 55 % those at true 50, 52.5 and 55 % took 529, 855 and 519 games on average.
        for (mean, games) in [(0.5, 529.0), (0.525, 855.0), (0.55, 519.0)] {
            let found = 2.0 * expected_rounds(&gsprt(100_000), Forecast { mean, ..PAIRS });
            assert!((found / games - 1.0).abs() < 0.03, "{mean}: {found}");
        }
        assert_eq!(expected_rounds(&gsprt(200), PAIRS), 100.0);
        // By hand: between −1 and 3 from 0 without drift, (0 − −1)(3 − 0) = 3; with much drift the way over the drift.
        assert!((exit_time(0.0, (-1.0, 3.0), 0.0, 1.0) - 3.0).abs() < 1e-9);
        assert!((exit_time(0.0, (-1.0, 3.0), 100.0, 1.0) - 0.03).abs() < 1e-9);
        assert!((exit_time(0.0, (-1.0, 3.0), -100.0, 1.0) - 0.01).abs() < 1e-9);
    }

    /// Rounds won and lost with the observed mean: the bets are a martingale of known growth, so the forecast can be met by playing on.
    #[test]
    fn games_to_decide_are_those_that_it_takes_at_the_observed_mean() {
        let mut rng = Rng::from_seed(7);
        let rule = StopRule { test: StopTest::Interval { width: None, alpha: 0.05 }, at_least: 0, at_most: u32::MAX };
        for (wins, losses) in [(33, 27), (27, 33), (21, 15)] {
            let mut begun = Sequence::new(rule, 2, 0.5);
            for round in 0..wins + losses {
                // Evenly mixed, so that no early lead decides.
                let won = (round + 1) * wins / (wins + losses) > round * wins / (wins + losses);
                begun.push(Some(f64::from(u8::from(won))), 0);
            }
            assert_eq!(begun.decision(), None);
            let (forecast, truth) = (rounds_to_decide(&begun), f64::from(wins) / f64::from(wins + losses));
            let mut took: Vec<f64> = (0..200)
                .map(|_| {
                    let mut sequence = begun.clone();
                    let mut rounds = 1.0;
                    while sequence.push(Some(f64::from(u8::from(rng.unit() < truth))), 0).is_none() {
                        rounds += 1.0;
                    }
                    rounds
                })
                .collect();
            took.sort_by(f64::total_cmp);
            let median = took[took.len() / 2];
            assert!((0.6..1.7).contains(&(forecast / median)), "{wins}:{losses}: {forecast} against {median}");
        }
        let mut even = Sequence::new(rule, 2, 0.5);
        assert_eq!(rounds_to_decide(&even), f64::INFINITY);
        even.push(Some(0.5), 0);
        assert_eq!(rounds_to_decide(&even), f64::INFINITY);
    }

    #[test]
    fn the_forecast_is_right_on_average() {
        let mut rng = Rng::from_seed(81);
        let interval = StopRule { test: StopTest::Interval { width: Some(0.2), alpha: 0.05 }, at_least: 0, at_most: 4000 };
        for (rule, truth) in [(gsprt(100_000), 0.55), (interval, 0.6)] {
            let (mut forecast, mut took) = (0.0, 0.0);
            for _ in 0..60 {
                let mut sequence = Sequence::new(rule, 2, 0.5);
                let mut game = || f64::from(u8::from(rng.unit() < truth)) / 2.0;
                for _ in 0..60 {
                    sequence.push(Some(game() + game()), 0);
                }
                forecast += rounds_left(&sequence);
                while sequence.push(Some(game() + game()), 0).is_none() {
                    took += 1.0;
                }
            }
            assert!((0.6..1.7).contains(&(forecast / took)), "{rule:?}: {forecast} against {took}");
        }
    }
}
