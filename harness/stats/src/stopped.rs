//! An estimate of the mean after a sequential test has stopped.
//!
//! The sample mean is then biased away from an even result: play stops when the score looks extreme. The median-unbiased estimate is the mean under
//! which the observed outcome is exceeded with a probability of one half, where outcomes are ordered stage by stage: a stop at the upper boundary is
//! the higher the earlier it comes, one at the lower boundary the lower, and what reaches the end lies between them, by its score (Fairbanks and
//! Madsen 1982; Tsiatis, Rosner and Mehta 1984; Jennison and Turnbull, "Group Sequential Methods", 2000, sections 8.2 to 8.4).
//!
//! Probabilities are those of Brownian motion with the variance of the sample. Its density between the boundaries is carried on from time
//! to time on a grid (Armitage, McPherson and Rowe 1969); between two times, boundaries are straight lines, for which the probability of
//! crossing is known (Siegmund, "Sequential Analysis", 1985, eq. 3.13).

use super::Bets;
use super::bets::two_values;
use super::normal::normal_cdf;
use super::sequential::bounds;
use super::stop_rule::StopTest;
use super::stopping::{Decision, Sequence};

/// Points of the grid at every time.
const POINTS: usize = 48;
/// The increment of the logarithm of time per step: few enough steps, and none too small for the grid.
const STEP: f64 = 0.08;
/// The extent of the grid in standard deviations of the sum.
const REACH: f64 = 7.0;

/// A place that the sum reaches at some time, with its probability at the reference mean.
struct Mass {
    time: f64,
    /// The sum less its mean.
    place: f64,
    probability: f64,
}

/// The distribution of the end of play.
#[derive(Default)]
struct Ends {
    upper: Vec<Mass>,
    lower: Vec<Mass>,
    /// At the last time, without a stop.
    between: Vec<Mass>,
}

/// The median-unbiased estimate of the mean score; `None` before a decision or without a round with a result.
pub fn unbiased(sequence: &Sequence) -> Option<f64> {
    let decision = sequence.decision()?;
    let n = sequence.values().count() as f64;
    if n == 0.0 {
        return None;
    }
    let (mean, variance) = (sequence.values().mean(), sequence.variance());
    let start = f64::from(sequence.rule().at_least.div_ceil(sequence.size())).max(1.0);
    if start >= n {
        return Some(mean);
    }
    let boundaries = Boundaries::of(sequence, variance, n).through(n, n * mean, decision);
    let ends = ends(&boundaries, start, n, mean, variance);
    let sum = |masses: &[Mass], shift: f64, from: f64| {
        let weight = |m: &Mass| m.probability * ((shift * m.place - shift * shift * m.time / 2.0) / variance).exp();
        masses.iter().filter(|m| m.place >= from).map(weight).sum::<f64>()
    };
    // The probability of an outcome at least as high, which grows with the mean.
    let higher = |shift: f64| match decision {
        Decision::AcceptsH1 | Decision::Better => sum(&ends.upper, shift, f64::NEG_INFINITY),
        Decision::AcceptsH0 | Decision::Worse => 1.0 - sum(&ends.lower, shift, f64::NEG_INFINITY),
        Decision::Narrow | Decision::Near | Decision::AtMost => sum(&ends.upper, shift, f64::NEG_INFINITY) + sum(&ends.between, shift, 0.0),
    };
    let most = 6.0 * (variance / n).sqrt();
    let (mut low, mut high) = (-most, most);
    for _ in 0..50 {
        let middle = (low + high) / 2.0;
        if higher(middle) < 0.5 { low = middle } else { high = middle }
    }
    Some((mean + (low + high) / 2.0).clamp(0.0, 1.0))
}

/// The sums at which play stops.
enum Boundaries {
    /// `slope` · rounds + `low` and + `high`.
    Lines { slope: f64, low: f64, high: f64 },
    /// Where the mixture of the always-valid interval excludes an even result.
    Mixture { share: f64, even: f64, alpha: f64, variance: f64, far: f64, wider: f64 },
}

impl Boundaries {
    fn of(sequence: &Sequence, variance: f64, n: f64) -> Boundaries {
        match (sequence.rule().test, sequence.hypotheses()) {
            (StopTest::Gsprt { alpha, beta, .. }, Some((s0, s1))) => {
                // LLR ≈ (s1 − s0) (sum − rounds · (s0 + s1)/2) / variance.
                let (low, high) = bounds(alpha, beta);
                let unit = variance / (s1 - s0);
                Boundaries::Lines { slope: (s0 + s1) / 2.0, low: low * unit, high: high * unit }
            }
            _ => Boundaries::Mixture {
                share: sequence.share(),
                even: sequence.even(),
                alpha: sequence.rule().level(),
                variance: variance * sequence.share(),
                far: REACH * (variance * n).sqrt(),
                wider: 0.0,
            },
        }
    }

    /// The boundaries moved outwards, so that the one that was crossed goes through the sum seen: rounds step over it, and the ratio is not
    /// quite a straight line in the sum.
    fn through(mut self, n: f64, sum: f64, decision: Decision) -> Boundaries {
        let (below, above) = self.at(n);
        let upper = match decision {
            Decision::AcceptsH1 | Decision::Better => true,
            Decision::AcceptsH0 | Decision::Worse => false,
            Decision::Narrow | Decision::Near | Decision::AtMost => return self,
        };
        match &mut self {
            Boundaries::Lines { slope, low, high } => {
                let seen = sum - *slope * n;
                // After few rounds the sum of a clean sweep may lie on the wrong side of a rough line.
                let factor = (seen / if upper { *high } else { *low }).max(0.25);
                (*low, *high) = (*low * factor, *high * factor);
            }
            Boundaries::Mixture { wider, .. } => *wider = if upper { sum - above } else { below - sum }.max(0.0),
        }
        self
    }

    /// The lower and the upper one after this many rounds.
    fn at(&self, rounds: f64) -> (f64, f64) {
        match *self {
            Boundaries::Lines { slope, low, high } => (slope * rounds + low, slope * rounds + high),
            Boundaries::Mixture { share, even, alpha, variance, far, wider } => {
                let excluded = |mean: f64| Bets::on(&two_values(mean, variance, rounds)).share(share).against(even).ln() >= -alpha.ln();
                let edge = |end: f64, beyond: f64| {
                    if !excluded(end) {
                        return rounds * end + beyond;
                    }
                    let (mut inside, mut outside) = (even, end);
                    for _ in 0..40 {
                        let middle = (inside + outside) / 2.0;
                        if excluded(middle) { outside = middle } else { inside = middle }
                    }
                    rounds * outside
                };
                (edge(0.0, -far) - wider, edge(1.0, far) + wider)
            }
        }
    }
}

/// Where play ends at the reference mean, up to `n` rounds, if it may end from `start` rounds on.
fn ends(boundaries: &Boundaries, start: f64, n: f64, mean: f64, variance: f64) -> Ends {
    let mut ends = Ends::default();
    let at = |time: f64| {
        let (low, high) = boundaries.at(time);
        (low - mean * time, high - mean * time)
    };
    let (mut time, (mut low, mut high)) = (start, at(start));
    let spread = (variance * time).sqrt();
    let bell = |x: f64, spread: f64| (-(x / spread).powi(2) / 2.0).exp() / (spread * std::f64::consts::TAU.sqrt());
    // What lies beyond a boundary at the first look.
    let step = spread / 8.0;
    for i in 0..(8.0 * REACH) as u32 {
        let beyond = (f64::from(i) + 0.5) * step;
        for (place, list) in [(high + beyond, &mut ends.upper), (low - beyond, &mut ends.lower)] {
            list.push(Mass { time, place, probability: bell(place, spread) * step });
        }
    }
    let (mut grid, mut width) = grid(low, high, spread);
    let mut density: Vec<f64> = grid.iter().map(|&x| bell(x, spread)).collect();
    let times = ((n / start).ln() / STEP).ceil().max(1.0);
    for k in 1..=times as u32 {
        let next = start * (n / start).powf(f64::from(k) / times);
        let (next_low, next_high) = at(next);
        let (passed, scale) = (next - time, (variance * (next - time)).sqrt());
        // The probability of crossing a line that begins `distance` away and moves away by `moves`.
        let crosses = |distance: f64, moves: f64| {
            let tail = (-2.0 * distance * moves / (variance * passed)).min(700.0).exp();
            (normal_cdf(-(distance + moves) / scale) + tail * normal_cdf((moves - distance) / scale)).min(1.0)
        };
        let (mut up, mut down) = (0.0, 0.0);
        for (&x, &p) in grid.iter().zip(&density) {
            up += p * width * crosses(high - x, next_high - high);
            down += p * width * crosses(x - low, low - next_low);
        }
        let middle = (time + next) / 2.0;
        ends.upper.push(Mass { time: middle, place: (high + next_high) / 2.0, probability: up });
        ends.lower.push(Mass { time: middle, place: (low + next_low) / 2.0, probability: down });
        let (next_grid, next_width) = self::grid(next_low, next_high, (variance * next).sqrt());
        let arrives = |y: f64| {
            let from = grid.iter().zip(&density).filter(|&(x, _)| (y - x).abs() < REACH * scale);
            from.map(|(&x, &p)| {
                let inside = |before: f64, after: f64| 1.0 - (-2.0 * before * after / (variance * passed)).exp();
                p * width * bell(y - x, scale) * inside(high - x, next_high - y) * inside(x - low, y - next_low)
            })
            .sum()
        };
        density = next_grid.iter().map(|&y| arrives(y)).collect();
        (grid, width, time, low, high) = (next_grid, next_width, next, next_low, next_high);
    }
    ends.between = grid.iter().zip(&density).map(|(&place, &p)| Mass { time, place, probability: p * width }).collect();
    ends
}

/// The middles of intervals between two boundaries, as far as the sum is likely to be there, and their width.
fn grid(low: f64, high: f64, spread: f64) -> (Vec<f64>, f64) {
    let (low, high) = (low.max(-REACH * spread), high.min(REACH * spread));
    let width = (high - low).max(0.0) / POINTS as f64;
    ((0..POINTS).map(|i| low + (i as f64 + 0.5) * width).collect(), width)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{StopRule, Unit};
    use treebench_games::Rng;

    fn play(rule: StopRule, truth: f64, rng: &mut Rng) -> Sequence {
        let mut sequence = Sequence::new(rule, 2, 0.5);
        let mut game = || f64::from(u8::from(rng.unit() < truth)) / 2.0;
        while sequence.push(Some(game() + game()), 0).is_none() {}
        sequence
    }

    /// The share of runs in which an estimate lies above the truth, ours and the plain mean.
    fn above(rule: StopRule, truth: f64, runs: u32) -> (f64, f64) {
        let mut rng = Rng::from_seed(71);
        let (mut ours, mut plain) = (0, 0);
        for _ in 0..runs {
            let sequence = play(rule, truth, &mut rng);
            ours += u32::from(unbiased(&sequence).unwrap() > truth);
            plain += u32::from(sequence.values().mean() > truth);
        }
        (f64::from(ours) / f64::from(runs), f64::from(plain) / f64::from(runs))
    }

    #[test]
    fn it_is_as_often_too_high_as_too_low() {
        let test = StopTest::Gsprt { h0: 50.0, h1: 60.0, unit: Unit::Points, alpha: 0.05, beta: 0.05 };
        let gsprt = StopRule { test, at_least: 0, at_most: 2000 };
        let interval = StopRule { test: StopTest::Interval { width: None, alpha: 0.05 }, at_least: 0, at_most: 600 };
        let mut plainly_biased = 0;
        for (rule, truth) in [(gsprt, 0.5), (gsprt, 0.6), (gsprt, 0.66), (interval, 0.5), (interval, 0.6), (interval, 0.65)] {
            let (ours, plain) = above(rule, truth, 300);
            // A standard error is 2.9 %; games are coarser than Brownian motion.
            assert!((0.41..0.59).contains(&ours), "{truth} by {rule:?}: {ours}, the mean {plain}");
            plainly_biased += u32::from((plain - 0.5).abs() > 0.1);
        }
        assert!(plainly_biased >= 3, "the plain mean shows what is adjusted");
    }

    #[test]
    fn a_fixed_number_of_games_needs_no_adjustment() {
        let test = StopTest::Gsprt { h0: 50.0, h1: 60.0, unit: Unit::Points, alpha: 0.05, beta: 0.05 };
        let mut rng = Rng::from_seed(72);
        let sequence = play(StopRule { test, at_least: 100, at_most: 100 }, 0.5, &mut rng);
        assert_eq!(unbiased(&sequence), Some(sequence.values().mean()));
        // Boundaries that are never reached change nothing either.
        let far = StopTest::Gsprt { h0: 49.9, h1: 50.1, unit: Unit::Points, alpha: 1e-9, beta: 1e-9 };
        let sequence = play(StopRule { test: far, at_least: 0, at_most: 200 }, 0.5, &mut rng);
        assert!((unbiased(&sequence).unwrap() - sequence.values().mean()).abs() < 2e-3);
    }

    #[test]
    fn clean_sweeps_stay_on_the_scale() {
        for (value, low, high) in [(1.0, 0.8, 1.0), (0.0, 0.0, 0.2), (0.5, 0.45, 0.55)] {
            let test = StopTest::Gsprt { h0: 48.0, h1: 52.0, unit: Unit::Points, alpha: 0.05, beta: 0.05 };
            let mut sequence = Sequence::new(StopRule { test, at_least: 0, at_most: 1000 }, 2, 0.5);
            while sequence.push(Some(value), 0).is_none() {}
            let found = unbiased(&sequence).unwrap();
            assert!((low..=high).contains(&found), "{value}: {found} after {}", sequence.games());
        }
    }
}
