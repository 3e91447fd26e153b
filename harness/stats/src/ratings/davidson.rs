//! The Bradley–Terry model with draws (Davidson 1970) and an advantage of the first move (Davidson and Beaver 1977), for many players of whom few
//! have met.
//!
//! Where i moves first against j and a = sᵢ − sⱼ + advantage, the probabilities of a win, a draw and a loss are as e^(a/2) : ν : e^(−a/2). This is an
//! exponential family, so that Newton's method climbs a concave likelihood; its steps are solved by conjugate gradients over the pairs that met.

use super::connections::{groups, is_strongly_connected};
use super::linear::{cholesky, conjugate_gradients, solve};

/// The games of a pair of players in which the same one moved first.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PairResults {
    /// The player who moved first, and the other.
    pub players: [usize; 2],
    /// Games that the first one won, drew and lost.
    pub counts: [f64; 3],
}

/// Strengths fitted to games.
#[derive(Clone, PartialEq, Debug)]
pub struct Davidson {
    /// Natural logarithms of the strengths, whose mean is that of the fixed players, or 0. Times [`Davidson::elo`] they are points on the Elo scale.
    pub log_strengths: Vec<f64>,
    /// The advantage of the first move in log strength.
    pub advantage: f64,
    /// The weight of draws ν: equals draw ν / (2 + ν) of their games.
    pub draws: f64,
    /// The standard errors of strengths. Beyond [`MOST_EXACT`] players they take the strengths of all others as known.
    pub errors: Vec<f64>,
    /// The standard error of the advantage; infinite where the results do not tell it from the players' strengths, which are then fitted without one.
    pub advantage_error: f64,
    /// Whether the results alone have no finite solution, so that every player was given one drawn game against an average player, that of its group where
    /// players of the group are fixed, and equals one drawn game.
    pub with_virtual_draws: bool,
    /// The logarithm of the likelihood.
    pub log_likelihood: f64,
    /// The covariances of all strengths; none beyond [`MOST_EXACT`] players.
    covariances: Option<Vec<Vec<f64>>>,
}

/// Players up to whom all covariances are computed.
pub const MOST_EXACT: usize = 400;

/// A bound on Newton's steps.
const NEWTON_STEPS: usize = 200;
/// The largest change of a parameter after which the search ends.
const PRECISION: f64 = 1e-9;
/// A standard error of a log strength from which on the results have no finite solution: 3,474 points on the Elo scale.
const MOST_ERROR: f64 = 20.0;
/// The logarithm of ν stays between these, which draws of a billionth or of all games but a billionth reach.
const FEWEST_DRAWS: f64 = -20.0;

/// Fits the model. `fixed` holds players whose log strengths are known.
pub fn davidson(players: usize, results: &[PairResults], fixed: &[(usize, f64)]) -> Davidson {
    let won = |place: usize| results.iter().any(|pair| pair.counts[place] > 0.0);
    // Where only first or only second players won, what the first move is worth has no bounds.
    let took_points = results.iter().flat_map(|PairResults { players: [i, j], counts: [wins, draws, losses] }| {
        [(*i, *j, wins + draws), (*j, *i, losses + draws)].into_iter().filter(|(.., points)| *points > 0.0).map(|(from, to, _)| (from, to))
    });
    let is_open = !is_strongly_connected(players, took_points) || !won(1) && (won(0) != won(2));
    let fitted = fit(players, results, fixed, is_open, true);
    // Who never loses, but draws or wins by the first move alone, leaves strength, draws and advantage open together: then no advantage is assumed, and
    // equals draw as often as all players together.
    let finite = |error: &f64| *error < MOST_ERROR;
    if is_open || fitted.errors.iter().chain([&fitted.advantage_error]).all(finite) {
        return fitted;
    }
    Davidson { advantage: 0.0, advantage_error: f64::INFINITY, ..fit(players, results, fixed, false, false) }
}

fn fit(players: usize, results: &[PairResults], fixed: &[(usize, f64)], with_virtual_draws: bool, all_free: bool) -> Davidson {
    let mut average = vec![0.0; players];
    for group in groups_that_met(players, results) {
        let known: Vec<f64> = fixed.iter().filter(|(player, _)| group.contains(player)).map(|(_, strength)| *strength).collect();
        if !known.is_empty() {
            group.iter().for_each(|&player| average[player] = known.iter().sum::<f64>() / known.len() as f64);
        }
    }
    let total = |outcome: usize| results.iter().map(|pair| pair.counts[outcome]).sum::<f64>();
    let (drawn, decided) = (total(1), total(0) + total(2));
    let mut model = Model {
        players,
        results,
        virtual_draws: with_virtual_draws,
        average,
        draws: drawn > 0.0 && decided > 0.0,
        free: vec![true; players + 2],
    };
    // The logarithms of the strengths, the advantage, the logarithm of ν.
    let mut x = vec![0.0; players + 2];
    for &(player, strength) in fixed {
        (x[player], model.free[player]) = (strength, false);
    }
    model.free[players] = all_free && decided > 0.0;
    model.free[players + 1] = all_free && model.draws;
    x[players + 1] = if model.draws { (2.0 * drawn / decided).ln() } else { FEWEST_DRAWS };
    for _ in 0..NEWTON_STEPS {
        let step = model.newton_step(&x);
        let longest = step.iter().fold(0.0f64, |most, d| most.max(d.abs()));
        let scale = if longest > 1.0 { 1.0 / longest } else { 1.0 };
        x.iter_mut().zip(&step).for_each(|(x, d)| *x += scale * d);
        x[players + 1] = x[players + 1].clamp(FEWEST_DRAWS, -FEWEST_DRAWS);
        if longest < PRECISION {
            break;
        }
    }
    if fixed.is_empty() && !with_virtual_draws {
        let mean = x[..players].iter().sum::<f64>() / players.max(1) as f64;
        x[..players].iter_mut().for_each(|strength| *strength -= mean);
    }
    model.finish(x, fixed.is_empty())
}

impl Davidson {
    /// The Elo points of a unit of log strength. The score of i against j is (1 + tanh((sᵢ − sⱼ)/4 · 2/(2 + ν)))/2 to first order, so that draws shrink
    /// the scale: as in Coulom's bayeselo, small differences have the scores of Elo's formula.
    pub fn elo(&self) -> f64 {
        400.0 / std::f64::consts::LN_10 * 2.0 / (2.0 + self.draws)
    }

    /// The probability that one player is stronger than another, as a normal approximation.
    pub fn superiority(&self, i: usize, j: usize) -> f64 {
        let variance = match &self.covariances {
            Some(covariances) => covariances[i][i] + covariances[j][j] - 2.0 * covariances[i][j],
            None => self.errors[i].powi(2) + self.errors[j].powi(2),
        };
        let difference = self.log_strengths[i] - self.log_strengths[j];
        match difference {
            _ if variance > 0.0 => crate::normal::normal_cdf(difference / variance.sqrt()),
            // Both are fixed.
            0.0 => 0.5,
            difference => f64::from(u8::from(difference > 0.0)),
        }
    }
}

struct Model<'a> {
    players: usize,
    results: &'a [PairResults],
    virtual_draws: bool,
    /// The log strength of the average player that each player drew with.
    average: Vec<f64>,
    /// Whether there are draws beside decided games; ν is 0 without.
    draws: bool,
    /// The parameters that are fitted: strengths, advantage, logarithm of ν.
    free: Vec<bool>,
}

/// The results of one pair and what the model expects of them.
struct Terms {
    /// The logarithm of the likelihood.
    log_likelihood: f64,
    /// The derivatives of the log-likelihood by a and by ln ν.
    slope: [f64; 2],
    /// The negative second derivatives: by a twice, by both, by ln ν twice.
    curvature: [f64; 3],
}

impl Model<'_> {
    fn terms(&self, x: &[f64], a: f64, counts: [f64; 3]) -> Terms {
        let weights = [(a / 2.0).exp(), if self.draws { x[self.players + 1].exp() } else { 0.0 }, (-a / 2.0).exp()];
        let sum: f64 = weights.iter().sum();
        let [win, draw, loss] = weights.map(|weight| weight / sum);
        let games: f64 = counts.iter().sum();
        let (lead, decided) = (win - loss, win + loss);
        Terms {
            log_likelihood: counts.iter().zip([win, draw, loss]).filter(|(count, _)| **count > 0.0).map(|(count, p)| count * p.ln()).sum(),
            slope: [(counts[0] - counts[2] - games * lead) / 2.0, counts[1] - games * draw],
            curvature: [games * (decided - lead * lead) / 4.0, -games * lead * draw / 2.0, games * draw * (1.0 - draw)],
        }
    }

    /// Visits the terms of all pairs, with the parameters that they depend on and their signs in a.
    fn each(&self, x: &[f64], mut visit: impl FnMut(&Terms, &[(usize, f64)])) {
        let n = self.players;
        for pair in self.results {
            let [i, j] = pair.players;
            visit(&self.terms(x, x[i] - x[j] + x[n], pair.counts), &[(i, 1.0), (j, -1.0), (n, 1.0)]);
        }
        if self.virtual_draws {
            for i in 0..n {
                visit(&self.terms(x, x[i] - self.average[i], self.drawn()), &[(i, 1.0)]);
            }
            // Otherwise the advantage of the first move has no bounds where only first or only second players win.
            visit(&self.terms(x, x[n], self.drawn()), &[(n, 1.0)]);
        }
    }

    /// One drawn game: half a win and half a loss where ν is not fitted.
    fn drawn(&self) -> [f64; 3] {
        if self.draws { [0.0, 1.0, 0.0] } else { [0.5, 0.0, 0.5] }
    }

    /// The step to the maximum of the quadratic that fits the likelihood here.
    fn newton_step(&self, x: &[f64]) -> Vec<f64> {
        let size = self.players + 2;
        let (mut slope, mut diagonal, mut terms) = (vec![0.0; size], vec![0.0; size], Vec::with_capacity(self.results.len()));
        self.each(x, |found, signs| {
            for &(place, sign) in signs {
                slope[place] += sign * found.slope[0];
                diagonal[place] += found.curvature[0];
            }
            slope[size - 1] += found.slope[1];
            diagonal[size - 1] += found.curvature[2];
            terms.push((found.curvature, [signs[0].0, signs.get(1).map_or(size, |sign| sign.0)]));
        });
        let product = |v: &[f64]| {
            let mut out = vec![0.0; size];
            for &([aa, ab, bb], [i, j]) in &terms {
                let paired = j < size;
                let a = if paired { v[i] - v[j] + v[size - 2] } else { v[i] };
                let by_a = aa * a + ab * v[size - 1];
                out[i] += by_a;
                if paired {
                    out[j] -= by_a;
                    out[size - 2] += by_a;
                }
                out[size - 1] += ab * a + bb * v[size - 1];
            }
            self.keep_free(&mut out);
            out
        };
        self.keep_free(&mut slope);
        conjugate_gradients(product, &slope, &diagonal)
    }

    fn keep_free(&self, values: &mut [f64]) {
        values.iter_mut().zip(&self.free).filter(|(_, free)| !**free).for_each(|(value, _)| *value = 0.0);
    }

    fn finish(&self, x: Vec<f64>, centred: bool) -> Davidson {
        let (n, size) = (self.players, self.players + 2);
        let mut diagonal = vec![0.0; size];
        let mut log_likelihood = 0.0;
        let exact = n <= MOST_EXACT;
        let mut matrix = vec![vec![0.0; size]; if exact { size } else { 0 }];
        self.each(&x, |terms, signs| {
            log_likelihood += terms.log_likelihood;
            for &(place, sign) in signs {
                diagonal[place] += terms.curvature[0];
                if exact {
                    signs.iter().for_each(|&(other, second)| matrix[place][other] += sign * second * terms.curvature[0]);
                    matrix[place][size - 1] += sign * terms.curvature[1];
                    matrix[size - 1][place] += sign * terms.curvature[1];
                }
            }
            if exact {
                matrix[size - 1][size - 1] += terms.curvature[2];
            }
        });
        let singular = centred && !self.virtual_draws;
        let covariances = exact.then(|| {
            for (place, row) in matrix.iter_mut().enumerate() {
                if !self.free[place] {
                    row.iter_mut().for_each(|value| *value = 0.0);
                    row[place] = 1.0;
                } else {
                    row.iter_mut().zip(&self.free).filter(|(_, free)| !**free).for_each(|(value, _)| *value = 0.0);
                    // Only differences are known: the sum of all strengths is fixed.
                    if singular && place < n {
                        row[..n].iter_mut().for_each(|value| *value += 1.0 / n as f64);
                    }
                }
            }
            let factor = cholesky(matrix);
            let unit = |place: usize| (0..size).map(|k| f64::from(u8::from(k == place))).collect::<Vec<f64>>();
            let mut inverse: Vec<Vec<f64>> = (0..size).map(|place| solve(&factor, &unit(place))).collect();
            for (place, row) in inverse.iter_mut().enumerate() {
                if !self.free[place] {
                    row[place] = 0.0;
                } else if singular && place < n {
                    row[..n].iter_mut().for_each(|value| *value -= 1.0 / n as f64);
                }
            }
            inverse
        });
        let error = |place: usize| match &covariances {
            _ if !self.free[place] => 0.0,
            Some(covariances) => covariances[place][place].max(0.0).sqrt(),
            None => diagonal[place].max(f64::MIN_POSITIVE).sqrt().recip(),
        };
        Davidson {
            advantage: x[n],
            draws: if self.draws { x[n + 1].exp() } else { 0.0 },
            errors: (0..n).map(error).collect(),
            advantage_error: error(n),
            with_virtual_draws: self.virtual_draws,
            log_likelihood,
            log_strengths: x[..n].to_vec(),
            covariances,
        }
    }
}

/// The groups of players that met, directly or over others.
pub fn groups_that_met(players: usize, results: &[PairResults]) -> Vec<Vec<usize>> {
    groups(players, results.iter().map(|pair| (pair.players[0], pair.players[1])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bradley_terry;

    fn pair(i: usize, j: usize, counts: [f64; 3]) -> PairResults {
        PairResults { players: [i, j], counts }
    }

    /// Without draws and with the first move shared evenly it is the model of Bradley and Terry.
    #[test]
    fn without_draws_it_is_bradley_terry() {
        let points = [[0.0, 14.0, 6.0], [4.0, 0.0, 10.0], [8.0, 8.0, 0.0]].map(|row| row.to_vec()).to_vec();
        let mut results = Vec::new();
        for (i, j) in [(0, 1), (0, 2), (1, 2)] {
            let [won, lost] = [points[i][j] / 2.0, points[j][i] / 2.0];
            results.extend([pair(i, j, [won, 0.0, lost]), pair(j, i, [lost, 0.0, won])]);
        }
        let found = davidson(3, &results, &[]);
        let expected = bradley_terry(&points);
        assert!(found.log_strengths.iter().zip(&expected.log_strengths).all(|(a, b)| (a - b).abs() < 1e-7), "{found:?} {expected:?}");
        assert!(found.advantage.abs() < 1e-9 && found.draws == 0.0 && !found.with_virtual_draws);
    }

    /// Who wins as the first and draws as the second might be any distance ahead: strength and advantage cannot be told apart.
    #[test]
    fn wins_as_the_first_and_draws_as_the_second_have_bounds() {
        let found = davidson(2, &[pair(0, 1, [20.0, 0.0, 0.0]), pair(1, 0, [0.0, 20.0, 0.0])], &[]);
        let [a, b] = found.log_strengths[..] else { panic!("two players") };
        // With ν = 2, a and b are as e^(d/2) : 2 : e^(−d/2). Half a point of lead a game, tanh(d/4), is at d = 4·artanh(½).
        assert!((a - b - 4.0 * 0.5f64.atanh()).abs() < 1e-6, "{found:?}");
        assert!(!found.with_virtual_draws && (1.0..4.0).contains(&(a - b)) && found.advantage_error == f64::INFINITY, "{found:?}");
        assert!(found.errors.iter().all(|error| *error < 5.0) && found.superiority(0, 1) > 0.99, "{found:?}");
    }

    /// Computed once by `scipy.optimize.minimize` (SciPy 1, BFGS and then Nelder–Mead) on the negative log-likelihood, errors from its numerical
    /// second derivatives.
    #[test]
    fn draws_and_the_first_move_are_fitted_as_by_scipy() {
        let results = [
            pair(0, 1, [40.0, 30.0, 10.0]),
            pair(1, 0, [22.0, 25.0, 33.0]),
            pair(0, 2, [35.0, 20.0, 25.0]),
            pair(2, 0, [28.0, 22.0, 30.0]),
            pair(1, 2, [18.0, 31.0, 31.0]),
            pair(2, 1, [36.0, 24.0, 20.0]),
            pair(3, 0, [12.0, 20.0, 48.0]),
            pair(1, 3, [44.0, 20.0, 16.0]),
        ];
        let found = davidson(4, &results, &[]);
        let close = |found: &[f64], expected: &[f64]| found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 2e-5);
        let strengths = [0.656_480_565, -0.109_031_131, 0.433_088_095, -0.980_537_529];
        assert!(close(&found.log_strengths, &strengths), "{found:?}");
        assert!(close(&[found.advantage, found.draws], &[0.193_634_612, 0.926_331_519]), "{found:?}");
        assert!(close(&found.errors, &[0.101_271_178, 0.098_886_709, 0.116_235_611, 0.164_554_006]), "{found:?}");
        assert!(close(&[found.advantage_error], &[0.101_582_338]), "{found:?}");
        assert!(found.superiority(0, 1) > 0.999 && (found.superiority(0, 2) + found.superiority(2, 0) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn fixed_players_keep_their_strengths() {
        let results = [pair(0, 1, [30.0, 20.0, 10.0]), pair(1, 2, [25.0, 10.0, 15.0]), pair(2, 0, [5.0, 9.0, 16.0])];
        let free = davidson(3, &results, &[]);
        let one = davidson(3, &results, &[(1, 2.5)]);
        let shift = 2.5 - free.log_strengths[1];
        assert!(one.log_strengths.iter().zip(&free.log_strengths).all(|(a, b)| (a - b - shift).abs() < 1e-7), "one anchor moves the list");
        assert_eq!(one.errors[1], 0.0);
        assert!((one.superiority(0, 2) - free.superiority(0, 2)).abs() < 1e-7, "differences are as sure as before");
        let two = davidson(3, &results, &[(0, 0.0), (1, 0.0)]);
        assert_eq!((two.log_strengths[0], two.log_strengths[1]), (0.0, 0.0));
        assert!(two.log_likelihood < one.log_likelihood && (one.log_likelihood - free.log_likelihood).abs() < 1e-7);
        let apart = davidson(3, &results, &[(0, 1.0), (1, 0.0)]);
        assert_eq!((apart.superiority(0, 1), apart.superiority(1, 0), two.superiority(0, 1)), (1.0, 0.0, 0.5));
    }

    /// Two groups far apart, and only first players win: a player who lost is near those whom it met, and the first move is worth what one game says.
    #[test]
    fn groups_of_fixed_players_and_lone_winners_have_bounds() {
        let results = [pair(0, 1, [2.0, 0.0, 0.0]), pair(2, 3, [1.0, 0.0, 0.0])];
        let found = davidson(4, &results, &[(0, 9.0), (2, -9.0)]);
        assert!(found.log_strengths[3] < -9.0 && found.log_strengths[1] < 9.0 && found.superiority(3, 2) < 0.5, "{found:?}");
        assert!(found.advantage > 0.0 && found.advantage < 3.0 && found.advantage_error < 10.0, "{found:?}");
        for fixed in [&[][..], &[(0, 17.0), (1, 0.0)]] {
            let found = davidson(2, &[pair(0, 1, [1.0, 0.0, 0.0]), pair(1, 0, [1.0, 0.0, 0.0])], fixed);
            assert!(found.advantage > 0.0 && found.advantage < 20.0 && found.advantage_error < 10.0, "{found:?}");
        }
    }

    #[test]
    fn results_without_a_finite_solution_get_one() {
        let swept = davidson(3, &[pair(0, 1, [9.0, 0.0, 0.0]), pair(2, 1, [3.0, 2.0, 3.0])], &[]);
        assert!(swept.with_virtual_draws && swept.log_strengths.iter().chain(&swept.errors).all(|x| x.is_finite()), "{swept:?}");
        assert!(swept.log_strengths[0] > swept.log_strengths[2]);
        for results in [vec![], vec![pair(0, 1, [0.0, 5.0, 0.0])], vec![pair(0, 1, [5.0, 0.0, 0.0])]] {
            let found = davidson(2, &results, &[]);
            assert!(found.log_strengths.iter().chain(&found.errors).all(|x| x.is_finite()), "{found:?}");
        }
        assert!(davidson(0, &[], &[]).log_strengths.is_empty());
        assert_eq!(groups_that_met(4, &[pair(0, 2, [1.0, 0.0, 0.0]), pair(3, 2, [0.0, 1.0, 0.0])]), [vec![0, 2, 3], vec![1]]);
    }
}
