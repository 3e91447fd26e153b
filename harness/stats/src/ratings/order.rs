//! The posterior of the order of players, and the games that would reduce its uncertainty most.

use super::linear::{cholesky, solve};
use crate::normal::normal_cdf;

/// Strengths of players with their uncertainty: the normal approximation of the posterior of the Bradley-Terry model.
///
/// How far strengths lie apart is not known before: their spread has several possible values, of which the results make some more likely than others.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The most probable logarithms of the strengths.
    pub strengths: Vec<f64>,
    /// The posterior under each of the possible spreads.
    posteriors: Vec<Posterior>,
    /// The place of the most probable spread.
    best: usize,
}

/// The posterior under a prior with this standard deviation of log strengths.
#[derive(Clone, PartialEq, Debug)]
struct Posterior {
    spread: f64,
    strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
    /// The logarithm of the marginal likelihood of the results, up to a constant (Laplace's approximation).
    evidence: f64,
}

/// Standard deviations of log strengths before any game: from 43 to 695 points on the Elo scale.
const SPREADS: [f64; 5] = [0.25, 0.5, 1.0, 2.0, 4.0];
/// The one of pairing: twice that is some 700 points on the Elo scale, so that a few games outweigh it.
const WIDE: f64 = 2.0;
/// Bound on the steps of Newton's method, which needs about six.
const STEPS: usize = 50;
/// The change of all strengths below which it ends.
const PRECISION: f64 = 1e-10;

/// Nodes and weights of the Gauss-Hermite quadrature with seven points, the positive half (Abramowitz and Stegun, table 25.10).
const HERMITE: [(f64, f64); 4] = [
    (0.0, 0.810_264_617_556_807_3),
    (0.816_287_882_858_964_7, 0.425_607_252_610_127_8),
    (1.673_551_628_767_471_4, 0.054_515_582_819_127_03),
    (2.651_961_356_835_233_4, 0.000_971_781_245_099_519_2),
];

impl Order {
    /// The prior of `players`.
    pub fn unknown(players: usize) -> Order {
        Order::before(players, &SPREADS)
    }

    /// The same if strengths are taken to spread as far as they well may, by which adaptive pairing chooses its games.
    pub fn wide(players: usize) -> Order {
        Order::before(players, &[WIDE])
    }

    fn before(players: usize, spreads: &[f64]) -> Order {
        let none = vec![vec![0.0; players]; players];
        Order::of(spreads.iter().map(|&spread| Posterior::of(&none, spread, &vec![0.0; players])).collect())
    }

    /// The posterior after games in which player i scored `points[i][j]` against j. The search begins at the strengths `near`.
    ///
    /// No function is called whose last bits differ between machines, so that the same results give the same order everywhere.
    pub fn after(points: &[Vec<f64>], near: &Order) -> Order {
        let posterior = |near: &Posterior| Posterior::of(points, near.spread, &near.strengths);
        Order::of(near.posteriors.iter().map(posterior).collect())
    }

    fn of(posteriors: Vec<Posterior>) -> Order {
        let best = (0..posteriors.len()).max_by(|&a, &b| posteriors[a].evidence.total_cmp(&posteriors[b].evidence)).unwrap_or(0);
        Order { strengths: posteriors[best].strengths.clone(), posteriors, best }
    }

    /// The mean and the variance of the difference of two log strengths under the most probable spread.
    fn difference(&self, i: usize, j: usize) -> (f64, f64) {
        self.posteriors[self.best].difference(i, j)
    }

    /// The probability that i is stronger than j under the most probable spread, if no two players are equal.
    pub fn leaning(&self, i: usize, j: usize) -> f64 {
        let (mean, variance) = self.difference(i, j);
        normal_cdf(mean / variance.sqrt())
    }

    /// The probability that i is stronger than j, where both are as likely to be equal as not before any game; equals count half.
    ///
    /// Without the chance of being equal, two equal players who are watched until their order is sure would be "sure" sooner or later. With it, the odds of a
    /// difference are an e-value: they ever reach 49, so that one of two equals is stronger with 99 %, with a probability of at most 1/49. The odds are
    /// the density of no difference before the games over that after them (Dickey 1971), averaged over the possible spreads.
    pub fn likelihood(&self, i: usize, j: usize) -> f64 {
        let most = self.posteriors[self.best].evidence;
        let (mut equal, mut stronger, mut all) = (0.0, 0.0, 0.0);
        for posterior in &self.posteriors {
            let (mean, variance) = posterior.difference(i, j);
            let weight = libm::exp(posterior.evidence - most);
            let before = 2.0 * posterior.spread * posterior.spread;
            equal += weight * (before / variance).sqrt() * libm::exp(-mean * mean / (2.0 * variance));
            stronger += weight * normal_cdf(mean / variance.sqrt());
            all += weight;
        }
        (equal / 2.0 + stronger) / (equal + all)
    }

    /// By how much `games` games between two players are expected to reduce the uncertainty of which of them is stronger: the entropy of that, in bits,
    /// less what is expected of it after the games.
    ///
    /// Games between them add games·p(1 − p) to the precision of the difference of their log strengths, where p is the expected score, and its mean
    /// moves by as much as its variance falls.
    pub fn gain(&self, i: usize, j: usize, games: f64) -> f64 {
        let (mean, before) = self.difference(i, j);
        let expected = 1.0 / (1.0 + libm::exp(-mean));
        let after = 1.0 / (1.0 / before + games * expected * (1.0 - expected));
        let moves = (2.0 * (before - after).max(0.0)).sqrt();
        let later = |x: f64| entropy(normal_cdf((mean + moves * x) / after.sqrt()));
        let expected_later: f64 = HERMITE.iter().map(|&(x, w)| if x == 0.0 { w * later(0.0) } else { w * (later(x) + later(-x)) }).sum();
        entropy(normal_cdf(mean / before.sqrt())) - expected_later / std::f64::consts::PI.sqrt()
    }
}

impl Posterior {
    /// After games in which player i scored `points[i][j]` against j; `near` are strengths from which the search begins.
    fn of(points: &[Vec<f64>], spread: f64, near: &[f64]) -> Posterior {
        let n = points.len();
        let prior = 1.0 / (spread * spread);
        let mut strengths = near.to_vec();
        let mut factor = Vec::new();
        for _ in 0..STEPS {
            let mut precision = diagonal(n, prior);
            let mut slope: Vec<f64> = strengths.iter().map(|s| -s * prior).collect();
            for i in 0..n {
                for j in (0..i).filter(|&j| points[i][j] + points[j][i] > 0.0) {
                    let games = points[i][j] + points[j][i];
                    let expected = 1.0 / (1.0 + libm::exp(strengths[j] - strengths[i]));
                    let surplus = points[i][j] - games * expected;
                    let weight = games * expected * (1.0 - expected);
                    slope[i] += surplus;
                    slope[j] -= surplus;
                    precision[i][i] += weight;
                    precision[j][j] += weight;
                    precision[i][j] -= weight;
                    precision[j][i] -= weight;
                }
            }
            factor = cholesky(precision);
            let step = solve(&factor, &slope);
            // The posterior is log-concave; a bounded step keeps Newton's method from leaping over its peak.
            let longest = step.iter().fold(0.0f64, |most, d| most.max(d.abs()));
            let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
            strengths.iter_mut().zip(&step).for_each(|(s, d)| *s += scale * d);
            if longest < PRECISION {
                break;
            }
        }
        let unit = |i: usize| (0..n).map(|k| f64::from(u8::from(k == i))).collect::<Vec<f64>>();
        let covariance = (0..n).map(|i| solve(&factor, &unit(i))).collect();
        let pairs = (0..n).flat_map(|i| (0..n).map(move |j| (i, j))).filter(|&(i, j)| points[i][j] > 0.0);
        let likelihood: f64 = pairs.map(|(i, j)| -points[i][j] * libm::log1p(libm::exp(strengths[j] - strengths[i]))).sum();
        let squares: f64 = strengths.iter().map(|s| s * s * prior).sum();
        let volume: f64 = (0..n).map(|i| libm::log(factor[i][i] * spread)).sum();
        Posterior { spread, strengths, covariance, evidence: likelihood - squares / 2.0 - volume }
    }

    /// The mean and the variance of the difference of two log strengths.
    fn difference(&self, i: usize, j: usize) -> (f64, f64) {
        let variance = self.covariance[i][i] + self.covariance[j][j] - 2.0 * self.covariance[i][j];
        (self.strengths[i] - self.strengths[j], variance.max(f64::MIN_POSITIVE))
    }
}

/// The entropy in bits of an event with this probability.
fn entropy(p: f64) -> f64 {
    let part = |p: f64| if p > 0.0 { -p * libm::log2(p) } else { 0.0 };
    part(p) + part(1.0 - p)
}

fn diagonal(n: usize, value: f64) -> Vec<Vec<f64>> {
    (0..n).map(|i| (0..n).map(|j| if i == j { value } else { 0.0 }).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bradley_terry;
    use treebench_games::Rng;

    #[test]
    fn many_games_outweigh_the_prior() {
        let points = [[0.0, 750.0, 600.0], [250.0, 0.0, 550.0], [400.0, 450.0, 0.0]].map(|row| row.to_vec()).to_vec();
        let found = Order::after(&points, &Order::unknown(3));
        for (found, expected) in found.strengths.iter().zip(bradley_terry(&points).log_strengths) {
            assert!((found - expected).abs() < 5e-3, "{found} {expected}");
        }
        assert!(found.likelihood(0, 1) > 0.99 && (found.likelihood(0, 1) + found.likelihood(1, 0) - 1.0).abs() < 1e-12);
    }

    /// Two players with equal scores in n games: the difference has precision n/4 + 1/(2σ²), for the prior gives it the variance 2σ². Equal scores
    /// speak for the least spread.
    #[test]
    fn the_uncertainty_of_two_players_is_known_by_hand() {
        let found = Order::after(&[vec![0.0, 10.0], vec![10.0, 0.0]], &Order::unknown(2));
        let (mean, variance) = found.difference(0, 1);
        assert!(mean.abs() < 1e-12 && (variance - 1.0 / (20.0 / 4.0 + 1.0 / (2.0 * 0.0625))).abs() < 1e-12, "{mean} {variance}");
        assert!((found.likelihood(0, 1) - 0.5).abs() < 1e-12 && Order::unknown(2).likelihood(0, 1) == 0.5);
    }

    /// The marginal likelihood by a sum over all differences, and the probability of being equal by Bayes' rule.
    #[test]
    fn the_spread_is_weighed_by_its_likelihood() {
        let points = [vec![0.0, 14.0], vec![6.0, 0.0]];
        let order = Order::after(&points, &Order::unknown(2));
        let likelihood = |d: f64| (-14.0 * (-d).exp().ln_1p() - 6.0 * d.exp().ln_1p()).exp();
        let (mut equal, mut above, mut below) = (0.0, 0.0, 0.0);
        for spread in SPREADS {
            let deviation = 2f64.sqrt() * spread;
            let step = deviation / 500.0;
            let bell = |d: f64| (-(d / deviation).powi(2) / 2.0).exp() / (deviation * std::f64::consts::TAU.sqrt()) * step;
            equal += likelihood(0.0);
            (0..4000).map(|i| (f64::from(i) + 0.5) * step).for_each(|d| {
                above += bell(d) * likelihood(d);
                below += bell(d) * likelihood(-d);
            });
        }
        let expected = (equal / 2.0 + above) / (equal + above + below);
        assert!((order.likelihood(0, 1) - expected).abs() < 0.02, "{} {expected}", order.likelihood(0, 1));
        assert!((order.likelihood(0, 1) + order.likelihood(1, 0) - 1.0).abs() < 1e-12);
    }

    /// Two players are watched after every pair until their order is sure; equal ones in at most 1/49 of the runs, others soon.
    #[test]
    fn equals_are_seldom_sure_at_any_look() {
        let mut rng = Rng::from_seed(45);
        let mut sure = |win: f64, draws: f64, runs: u32| {
            let mut first = || match rng.unit() {
                u if u < draws => 0.5,
                u if u < draws + win => 1.0,
                _ => 0.0,
            };
            let mut watch = || {
                let (mut points, mut order) = (vec![vec![0.0; 2]; 2], Order::unknown(2));
                (0..120).any(|_| {
                    let score = first() + first();
                    points[0][1] += score;
                    points[1][0] += 2.0 - score;
                    order = Order::after(&points, &order);
                    let likelihood = order.likelihood(0, 1);
                    likelihood.max(1.0 - likelihood) >= 0.99
                })
            };
            (0..runs).filter(|_| watch()).count() as f64 / f64::from(runs)
        };
        let (equal, drawn, apart) = (sure(0.5, 0.0, 150), sure(0.25, 0.5, 100), sure(0.7, 0.0, 20));
        assert!(equal <= 0.02 + 0.023 && drawn <= 0.02 + 0.028 && apart > 0.9, "{equal} {drawn} {apart}");
    }

    /// Against sums over all results: the exact posterior of one difference on a fine grid.
    #[test]
    fn the_gain_is_the_expected_fall_of_entropy() {
        let points = [vec![0.0, 6.0], vec![4.0, 0.0]];
        let order = Order::after(&points, &Order::unknown(2));
        let (mean, variance) = order.difference(0, 1);
        let score = 1.0 / (1.0 + (-mean).exp());
        let precision = 1.0 / variance + 8.0 * score * (1.0 - score);
        // A normal observation of the difference with the precision of eight games, integrated over what it may be.
        let observed = 1.0 / (8.0 * score * (1.0 - score));
        let (mut expected, mut all) = (0.0, 0.0);
        for step in -4000..=4000 {
            let seen = mean + f64::from(step) * 0.005 * (variance + observed).sqrt();
            let density = (-(seen - mean).powi(2) / (2.0 * (variance + observed))).exp();
            let later = (mean / variance + seen / observed) / precision;
            expected += density * entropy(normal_cdf(later * precision.sqrt()));
            all += density;
        }
        let gain = entropy(normal_cdf(mean / variance.sqrt())) - expected / all;
        assert!((order.gain(0, 1, 8.0) - gain).abs() < 2e-3, "{} {gain}", order.gain(0, 1, 8.0));
    }

    #[test]
    fn neighbours_tell_more_than_players_far_apart_and_the_unknown_more_than_the_known() {
        let points = [[0.0, 5.0, 10.0], [5.0, 0.0, 9.0], [0.0, 1.0, 0.0]].map(|row| row.to_vec()).to_vec();
        let order = Order::after(&points, &Order::unknown(3));
        assert!(order.gain(0, 1, 2.0) > order.gain(1, 2, 2.0) && order.gain(1, 2, 2.0) > 0.0);
        let more: Vec<Vec<f64>> = points.iter().map(|row| row.iter().map(|x| 100.0 * x).collect()).collect();
        assert!(Order::after(&more, &order).gain(1, 2, 2.0) < order.gain(1, 2, 2.0));
        assert!(Order::unknown(2).gain(0, 1, 4.0) > Order::unknown(2).gain(0, 1, 2.0));
    }
}
