//! The Bradley–Terry model: one strength per player, found by maximum likelihood.

use super::connections::is_strongly_connected;
use super::linear::{cholesky, solve};

/// Strengths of players.
#[derive(Clone, PartialEq, Debug)]
pub struct BradleyTerry {
    /// Natural logarithms of the strengths, with mean 0: the expected score of i against j is 1 / (1 + e^(sⱼ − sᵢ)). Times 400 / ln 10 they are
    /// points on the Elo scale.
    pub log_strengths: Vec<f64>,
    /// Whether the results alone have no finite solution (players without a chain of points between them in both directions, for example one
    /// who won all games), so that every player was given one drawn game against an average player.
    pub with_virtual_draws: bool,
}

/// Bound on the number of Newton's steps, of which some ten are enough.
const NEWTON_STEPS: usize = 100;
/// Relative change of all strengths below which the search ends.
const PRECISION: f64 = 1e-12;
/// The same for resampled results, whose own spread is far greater.
const ROUGH: f64 = 1e-6;
/// Bound on the number of iterations; long chains of players that are hardly connected converge slowly.
const ITERATIONS: usize = 200_000;

/// The strengths that make these results most likely (Bradley and Terry 1952), by Newton's method, or where that fails by the iteration of Newman
/// (2023, "Efficient computation of rankings from pairwise comparisons", eq. 10). `points[i][j]` is what i scored against j in all games: a win is 1, a draw ½ to both.
///
/// Where the maximum is not finite, each player also draws one game against a player of average strength. Empty for no players.
pub fn bradley_terry(points: &[Vec<f64>]) -> BradleyTerry {
    let with_virtual_draws = !is_closed(points);
    BradleyTerry { log_strengths: fit(points, with_virtual_draws, &vec![0.0; points.len()], PRECISION), with_virtual_draws }
}

/// The strengths of results that differ little from others, found from the strengths of those: for resampled results. The virtual draws are
/// added if those others had them, or if these results need them.
pub(super) fn refit(points: &[Vec<f64>], near: &BradleyTerry) -> Vec<f64> {
    fit(points, near.with_virtual_draws || !is_closed(points), &near.log_strengths, ROUGH)
}

/// Newton's method, and the iteration where that fails. The logarithm of the likelihood is concave.
fn fit(points: &[Vec<f64>], with_virtual_draws: bool, start: &[f64], precision: f64) -> Vec<f64> {
    let logs =
        newton(points, with_virtual_draws, start, precision).unwrap_or_else(|| iterated(points, with_virtual_draws, start, precision));
    let mean = logs.iter().sum::<f64>() / logs.len().max(1) as f64;
    logs.iter().map(|log| log - mean).collect()
}

/// The maximum by Newton's method with bounded steps; `None` if it does not converge.
fn newton(points: &[Vec<f64>], with_virtual_draws: bool, start: &[f64], precision: f64) -> Option<Vec<f64>> {
    let n = points.len();
    let mut logs = start.to_vec();
    for _ in 0..NEWTON_STEPS {
        let (mut slope, mut curvature) = (vec![0.0; n], vec![vec![0.0; n]; n]);
        for i in 0..n {
            if with_virtual_draws {
                // The average player has strength 1.
                let expected = 1.0 / (1.0 + (-logs[i]).exp());
                slope[i] += 0.5 - expected;
                curvature[i][i] += expected * (1.0 - expected);
            } else {
                // Only differences matter: the sum of all is kept as it is.
                (0..n).for_each(|j| curvature[i][j] += 1.0 / n as f64);
            }
            for j in (0..i).filter(|&j| points[i][j] + points[j][i] > 0.0) {
                let games = points[i][j] + points[j][i];
                let expected = 1.0 / (1.0 + (logs[j] - logs[i]).exp());
                let (surplus, weight) = (points[i][j] - games * expected, games * expected * (1.0 - expected));
                slope[i] += surplus;
                slope[j] -= surplus;
                curvature[i][i] += weight;
                curvature[j][j] += weight;
                curvature[i][j] -= weight;
                curvature[j][i] -= weight;
            }
        }
        let step = solve(&cholesky(curvature), &slope);
        let longest = step.iter().fold(0.0f64, |most, d| most.max(d.abs()));
        if !longest.is_finite() {
            return None;
        }
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        logs.iter_mut().zip(&step).for_each(|(log, d)| *log += scale * d);
        if longest < precision {
            return Some(logs);
        }
    }
    None
}

fn iterated(points: &[Vec<f64>], with_virtual_draws: bool, start: &[f64], precision: f64) -> Vec<f64> {
    let prior = if with_virtual_draws { 0.5 } else { 0.0 };
    let n = points.len();
    let mut strengths: Vec<f64> = start.iter().map(|log| log.exp()).collect();
    for _ in 0..ITERATIONS {
        let mut change = 0.0f64;
        for i in 0..n {
            let own = strengths[i];
            let (mut won, mut lost) = (prior / (own + 1.0), prior / (own + 1.0));
            for j in (0..n).filter(|&j| j != i) {
                let sum = own + strengths[j];
                won += points[i][j] * strengths[j] / sum;
                lost += points[j][i] / sum;
            }
            if lost > 0.0 {
                strengths[i] = won / lost;
                change = change.max((strengths[i] / own - 1.0).abs());
            }
        }
        if !with_virtual_draws {
            // Only ratios matter: keep the geometric mean at 1.
            let mean = (strengths.iter().map(|s| s.ln()).sum::<f64>() / n as f64).exp();
            strengths.iter_mut().for_each(|s| *s /= mean);
        }
        if change < precision {
            break;
        }
    }
    strengths.iter().map(|s| s.ln()).collect()
}

/// Whether points go all ways between the players.
fn is_closed(points: &[Vec<f64>]) -> bool {
    let row = |(i, row): (usize, &'_ Vec<f64>)| {
        row.iter().enumerate().filter(|(_, points)| **points > 0.0).map(|(j, _)| (i, j)).collect::<Vec<_>>()
    };
    is_strongly_connected(points.len(), points.iter().enumerate().flat_map(row))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computed once by `choix.ilsr_pairwise_dense` (PyPI choix 0.4.1, tolerance 10⁻¹³), results shifted to mean 0.
    #[test]
    fn equals_choix() {
        let cases: [(&[&[f64]], &[f64]); 3] = [
            (&[&[0.0, 7.5, 6.0], &[2.5, 0.0, 5.5], &[4.0, 4.5, 0.0]], &[0.4873993404149568, -0.2784632480181847, -0.20893609239677216]),
            (
                &[
                    &[0.0, 1.5, 0.5, 9.0, 2.5, 4.0],
                    &[8.5, 0.0, 10.0, 5.5, 7.5, 4.5],
                    &[9.5, 0.0, 0.0, 1.5, 0.0, 5.0],
                    &[1.0, 4.5, 8.5, 0.0, 5.5, 0.0],
                    &[7.5, 2.5, 10.0, 4.5, 0.0, 2.0],
                    &[6.0, 5.5, 5.0, 10.0, 8.0, 0.0],
                ],
                &[
                    -0.5596917002772157,
                    0.83155503531365,
                    -0.6763031005488765,
                    -0.40834795875541263,
                    0.10387270011863164,
                    0.7089150241492232,
                ],
            ),
            (
                // A gauntlet: all games are the first player's.
                &[
                    &[0.0, 12.0, 7.5, 18.0, 3.0],
                    &[8.0, 0.0, 0.0, 0.0, 0.0],
                    &[12.5, 0.0, 0.0, 0.0, 0.0],
                    &[2.0, 0.0, 0.0, 0.0, 0.0],
                    &[17.0, 0.0, 0.0, 0.0, 0.0],
                ],
                &[0.07145260125805733, -0.3340125068501071, 0.582278225024048, -2.1257719760781626, 1.8060536566461642],
            ),
        ];
        for (points, expected) in cases {
            let found = bradley_terry(&points.iter().map(|row| row.to_vec()).collect::<Vec<_>>());
            assert!(!found.with_virtual_draws);
            for (found, expected) in found.log_strengths.iter().zip(expected) {
                assert!((found - expected).abs() < 1e-9, "{found} {expected}");
            }
        }
    }

    /// The two ways to the maximum agree, on results of players who hardly met.
    #[test]
    fn newton_and_the_iteration_find_the_same() {
        let mut rng = treebench_games::Rng::from_seed(9);
        for players in [2, 5, 12] {
            let mut points = vec![vec![0.0; players]; players];
            for i in 0..players {
                for (a, b) in [(i, (i + 1) % players), (i, rng.below(players))].into_iter().filter(|(a, b)| a != b) {
                    points[a][b] += 0.5 + rng.below(8) as f64;
                    points[b][a] += 0.5 * rng.below(3) as f64;
                }
            }
            for draws in [true, false] {
                if !draws && !is_closed(&points) {
                    continue;
                }
                let start = vec![0.0; players];
                let (fast, slow) = (newton(&points, draws, &start, 1e-12).expect("it converges"), iterated(&points, draws, &start, 1e-13));
                let shift = |logs: &[f64]| logs.iter().map(|log| log - logs[0]).collect::<Vec<_>>();
                assert!(shift(&fast).iter().zip(shift(&slow)).all(|(a, b)| (a - b).abs() < 1e-7), "{players}: {fast:?} {slow:?}");
            }
        }
    }

    #[test]
    fn scores_of_two_players_are_their_ratio() {
        let found = bradley_terry(&[vec![0.0, 75.0], vec![25.0, 0.0]]);
        assert!((found.log_strengths[0] - 3f64.ln() / 2.0).abs() < 1e-12);
    }

    #[test]
    fn players_who_won_all_or_met_nobody_get_finite_strengths() {
        let swept = bradley_terry(&[vec![0.0, 10.0, 10.0], vec![0.0, 0.0, 5.0], vec![0.0, 5.0, 0.0]]);
        assert!(swept.with_virtual_draws && swept.log_strengths.iter().all(|s| s.is_finite()));
        assert!(swept.log_strengths[0] > swept.log_strengths[1] + 1.0);
        assert!((swept.log_strengths[1] - swept.log_strengths[2]).abs() < 1e-9);
        let apart = bradley_terry(&vec![vec![0.0; 3]; 3]);
        assert!(apart.with_virtual_draws && apart.log_strengths.iter().all(|s| s.abs() < 1e-12));
        assert!(bradley_terry(&[]).log_strengths.is_empty());
        assert_eq!(bradley_terry(&[vec![0.0]]).log_strengths, [0.0]);
    }
}
