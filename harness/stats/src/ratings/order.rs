//! What is known of the order of players, and which games would tell most about it.

use crate::normal::normal_cdf;

/// Strengths of players with their uncertainty: the normal approximation of the posterior of the Bradley-Terry model.
#[derive(Clone, PartialEq, Debug)]
pub struct Order {
    /// The most probable logarithms of the strengths.
    pub strengths: Vec<f64>,
    covariance: Vec<Vec<f64>>,
}

/// The standard deviation of log strengths before any game: twice that is some 700 points on the Elo scale, so that a few games outweigh it.
const SPREAD: f64 = 2.0;
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
    /// What is known of `players` before any game.
    pub fn unknown(players: usize) -> Order {
        Order { strengths: vec![0.0; players], covariance: diagonal(players, SPREAD * SPREAD) }
    }

    /// What is known after games in which player i scored `points[i][j]` against j, with the normal prior of [`unknown`](Order::unknown). `near` are
    /// strengths from which the search begins.
    ///
    /// No function is called whose last bits differ between machines, so that the same results give the same order everywhere.
    pub fn after(points: &[Vec<f64>], near: &Order) -> Order {
        let n = points.len();
        let mut strengths = near.strengths.clone();
        let mut factor = Vec::new();
        for _ in 0..STEPS {
            let mut precision = diagonal(n, 1.0 / (SPREAD * SPREAD));
            let mut slope: Vec<f64> = strengths.iter().map(|s| -s / (SPREAD * SPREAD)).collect();
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
        Order { strengths, covariance }
    }

    /// The mean and the variance of the difference of two log strengths.
    fn difference(&self, i: usize, j: usize) -> (f64, f64) {
        let variance = self.covariance[i][i] + self.covariance[j][j] - 2.0 * self.covariance[i][j];
        (self.strengths[i] - self.strengths[j], variance.max(f64::MIN_POSITIVE))
    }

    /// The probability that i is stronger than j.
    pub fn likelihood(&self, i: usize, j: usize) -> f64 {
        let (mean, variance) = self.difference(i, j);
        normal_cdf(mean / variance.sqrt())
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

/// The entropy in bits of an event with this probability.
fn entropy(p: f64) -> f64 {
    let part = |p: f64| if p > 0.0 { -p * libm::log2(p) } else { 0.0 };
    part(p) + part(1.0 - p)
}

fn diagonal(n: usize, value: f64) -> Vec<Vec<f64>> {
    (0..n).map(|i| (0..n).map(|j| if i == j { value } else { 0.0 }).collect()).collect()
}

/// The lower triangle L with L·Lᵀ = a positive definite matrix.
pub(super) fn cholesky(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    for i in 0..matrix.len() {
        let (above, row) = matrix.split_at_mut(i);
        let row = &mut row[0];
        for (j, other) in above.iter().enumerate() {
            row[j] = (row[j] - product(&row[..j], other)) / other[j];
        }
        row[i] = (row[i] - product(&row[..i], row)).max(f64::MIN_POSITIVE).sqrt();
    }
    matrix
}

/// The sum of the products of the numbers at the same places, as far as the first list goes. A plain loop, since ratings of a hundred players spend
/// their time here, and the harness is compiled with few optimisations: with iterators it takes three times as long.
fn product(a: &[f64], b: &[f64]) -> f64 {
    let (mut sum, mut k) = (0.0, 0);
    while k < a.len() && k < b.len() {
        sum += a[k] * b[k];
        k += 1;
    }
    sum
}

/// Solves L·Lᵀ x = right.
pub(super) fn solve(factor: &[Vec<f64>], right: &[f64]) -> Vec<f64> {
    let n = right.len();
    let mut x = right.to_vec();
    for i in 0..n {
        let known: f64 = (0..i).map(|k| factor[i][k] * x[k]).sum();
        x[i] = (x[i] - known) / factor[i][i];
    }
    for i in (0..n).rev() {
        let known: f64 = (i + 1..n).map(|k| factor[k][i] * x[k]).sum();
        x[i] = (x[i] - known) / factor[i][i];
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bradley_terry;

    #[test]
    fn many_games_outweigh_the_prior() {
        let points = [[0.0, 750.0, 600.0], [250.0, 0.0, 550.0], [400.0, 450.0, 0.0]].map(|row| row.to_vec()).to_vec();
        let found = Order::after(&points, &Order::unknown(3));
        for (found, expected) in found.strengths.iter().zip(bradley_terry(&points).log_strengths) {
            assert!((found - expected).abs() < 1e-3, "{found} {expected}");
        }
        assert!(found.likelihood(0, 1) > 0.999 && (found.likelihood(0, 1) + found.likelihood(1, 0) - 1.0).abs() < 1e-12);
    }

    /// Two players with equal scores in n games: the difference has precision n/4 + 1/(2·4), for the prior gives it the variance 2·4.
    #[test]
    fn the_uncertainty_of_two_players_is_known_by_hand() {
        let found = Order::after(&[vec![0.0, 10.0], vec![10.0, 0.0]], &Order::unknown(2));
        let (mean, variance) = found.difference(0, 1);
        assert!(mean.abs() < 1e-12 && (variance - 1.0 / (20.0 / 4.0 + 1.0 / 8.0)).abs() < 1e-12, "{mean} {variance}");
        assert_eq!(found.likelihood(0, 1), 0.5);
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
