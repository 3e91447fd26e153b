//! Bounds of ratings under games without a result.

use super::bradley_terry::{BradleyTerry, refit};
use super::linear::{cholesky, solve};
use super::meetings::pooled;

/// The results of one game of a tournament.
#[derive(Clone, Copy)]
pub struct Results<'a> {
    /// `points[i][j]`: what i scored against j.
    pub points: &'a [Vec<f64>],
    /// The same of games between i and j that have no result, on both sides of the diagonal.
    pub missing: &'a [Vec<f64>],
}

/// Possible results if all games had one.
#[derive(Clone, PartialEq, Debug)]
pub struct Extreme {
    /// Per game, the points that are added.
    pub added: Vec<Vec<Vec<f64>>>,
    /// All points, pooled over the games.
    pub points: Vec<Vec<f64>>,
    /// The strengths that fit them.
    pub ratings: BradleyTerry,
}

/// The minimum information of a pair that one player always wins, as a share of four times that of a game between equals.
const LEAST_WEIGHT: f64 = 1e-3;

/// Bound on the steps to an extreme, of which two are mostly enough.
const STEPS: usize = 5;

/// The results with which a linear statistic of log strengths is least and greatest: every game without a result goes to the player of its pair who adds less
/// to the statistic, or to the other. `ratings` are those of the results themselves, pooled over the games.
pub fn extremes(games: &[Results<'_>], ratings: &BradleyTerry, coefficients: &[f64]) -> [Extreme; 2] {
    [1.0, -1.0].map(|sign| {
        let mut found = Extreme { added: Vec::new(), points: Vec::new(), ratings: ratings.clone() };
        for _ in 0..STEPS {
            let gains: Vec<f64> = gains(games, &found.ratings.log_strengths, coefficients).iter().map(|gain| sign * gain).collect();
            let added: Vec<Vec<Vec<f64>>> = games.iter().map(|game| game.ended(&gains)).collect();
            let points = pooled(&games.iter().zip(&added).map(|(game, added)| sum(game.points, added)).collect::<Vec<_>>());
            if points == found.points {
                break;
            }
            // Who adds less may depend on the strengths. For the games of those whom the statistic is about it does not; games between others may have several
            // endings of which none can be made worse by itself, and their statistics differ little.
            let log_strengths = refit(&points, ratings);
            found = Extreme { added, points, ratings: BradleyTerry { log_strengths, ..*ratings } };
        }
        found
    })
}

impl Results<'_> {
    /// The points of games without a result if each went to the player of its pair who adds less.
    fn ended(&self, gains: &[f64]) -> Vec<Vec<f64>> {
        let share = |i: usize, j: usize| match gains[i].total_cmp(&gains[j]) {
            std::cmp::Ordering::Less => self.missing[i][j],
            std::cmp::Ordering::Equal => self.missing[i][j] / 2.0,
            std::cmp::Ordering::Greater => 0.0,
        };
        (0..gains.len()).map(|i| (0..gains.len()).map(|j| share(i, j)).collect()).collect()
    }
}

fn sum(one: &[Vec<f64>], other: &[Vec<f64>]) -> Vec<Vec<f64>> {
    one.iter().zip(other).map(|(one, other)| one.iter().zip(other).map(|(a, b)| a + b).collect()).collect()
}

/// The effect of one more point on a linear statistic, player by player: a point that i takes from j adds the difference of their entries.
///
/// These are the potentials of a network in which a pair conducts as much as its games tell: the inverse of the curvature of the likelihood, applied to the
/// coefficients of the statistic.
fn gains(games: &[Results<'_>], log_strengths: &[f64], coefficients: &[f64]) -> Vec<f64> {
    let n = log_strengths.len();
    let mut network = vec![vec![1.0 / n.max(1) as f64; n]; n];
    for i in 0..n {
        for j in 0..i {
            let count: f64 = games.iter().map(|game| game.points[i][j] + game.points[j][i] + game.missing[i][j]).sum();
            let expected = 1.0 / (1.0 + (log_strengths[j] - log_strengths[i]).exp());
            let weight = count * (expected * (1.0 - expected)).max(LEAST_WEIGHT);
            network[i][i] += weight;
            network[j][j] += weight;
            network[i][j] -= weight;
            network[j][i] -= weight;
        }
        // Players that met nobody hang on nothing.
        network[i][i] += f64::EPSILON;
    }
    solve(&cholesky(network), coefficients)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bradley_terry;

    /// Every way in which the missing games can end: none is worse than the one that is found, but for a percent of what they can do.
    #[test]
    fn no_other_ending_of_missing_games_is_worse() {
        let rows = |rows: [[f64; 4]; 4]| rows.map(|row| row.to_vec()).to_vec();
        let points = rows([[0.0, 5.0, 7.0, 2.0], [3.0, 0.0, 4.0, 0.0], [1.0, 4.0, 0.0, 5.0], [6.0, 0.0, 3.0, 0.0]]);
        let games = [(0, 1), (1, 2), (2, 3), (0, 3), (1, 3)];
        let mut missing = vec![vec![0.0; 4]; 4];
        games.iter().for_each(|&(i, j)| (missing[i][j], missing[j][i]) = (4.0, 4.0));
        let ratings = bradley_terry(&points);
        for coefficients in [[1.0, -1.0, 0.0, 0.0], [0.75, -0.25, -0.25, -0.25], [-1.0, 0.0, 0.0, 1.0]] {
            let of = |logs: &[f64]| logs.iter().zip(&coefficients).map(|(log, c)| log * c).sum::<f64>();
            let [worst, best] = extremes(&[Results { points: &points, missing: &missing }], &ratings, &coefficients)
                .map(|end| of(&end.ratings.log_strengths));
            for ending in 0..1 << games.len() {
                let mut ended = points.clone();
                for (k, &(i, j)) in games.iter().enumerate() {
                    let (winner, loser) = if ending >> k & 1 == 0 { (i, j) } else { (j, i) };
                    ended[winner][loser] += 4.0;
                }
                let other = of(&bradley_terry(&ended).log_strengths);
                let slack = 0.01 * (best - worst);
                assert!(worst < other + slack && other < best + slack, "{coefficients:?}, {ending:b}: {worst} {other} {best}");
            }
        }
    }

    /// A player all of whose games are missing may be the first or the last.
    #[test]
    fn who_has_no_result_can_be_anything() {
        let points = vec![vec![0.0, 6.0, 0.0], vec![4.0, 0.0, 0.0], vec![0.0; 3]];
        let missing = vec![vec![0.0, 0.0, 10.0], vec![0.0, 0.0, 10.0], vec![10.0, 10.0, 0.0]];
        let ends =
            extremes(&[Results { points: &points, missing: &missing }], &bradley_terry(&points), &[-1.0 / 3.0, -1.0 / 3.0, 2.0 / 3.0]);
        let weaker = ends.map(|end| end.ratings.log_strengths).map(|logs| logs.iter().filter(|&&log| log < logs[2]).count());
        assert_eq!(weaker, [0, 2]);
    }
}
