//! Optimistic best-arm identification by Wilson intervals over several games (Stephenson, Newcombe, Piette and Soemers 2025, "Best agent
//! identification for general game playing", arXiv 2507.00451): every game is a bandit, every point an arm, and the next round goes to the arm
//! of any game that may still reduce the regret most.
//!
//! The mean of every other arm may rise to the upper end of its interval, and that of the leader of its game may fall to the lower end: the regret
//! changes by how far the one gets above the leader, or the other below the second best. Without the second half, a game with two arms that won all
//! of their first rounds is never played again.

use super::super::tuning::TuneObjective;
use super::{Method, Request, TOGETHER};
use crate::kinds::tune::space::Space;
use crate::kinds::tune::trace::Trace;
use treebench_stats::Z95;

/// Optimistic best-arm identification.
pub(super) struct Wilson;

/// Wilson's interval of a mean of `n` scores in [0, 1].
fn interval(mean: f64, n: f64) -> (f64, f64) {
    let z2 = Z95 * Z95;
    let (centre, scale) = (mean + z2 / (2.0 * n), 1.0 + z2 / n);
    let reach = Z95 * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt();
    ((centre - reach) / scale, (centre + reach) / scale)
}

impl Wilson {
    /// How much the regret in a bandit may change by each of its arms.
    fn gains(space: &Space, trace: &Trace, game: Option<usize>) -> Vec<f64> {
        let means: Vec<f64> = (0..space.len()).map(|point| trace.value(point, game)).collect();
        let leader = (0..space.len()).filter(|&point| !means[point].is_nan()).max_by(|&a, &b| means[a].total_cmp(&means[b]));
        let others = || means.iter().enumerate().filter(|&(point, mean)| Some(point) != leader && !mean.is_nan());
        let second = others().map(|(_, &mean)| mean).fold(0.0, f64::max);
        let first = leader.map_or(0.0, |leader| means[leader]);
        let gain = |point: usize| {
            let (lower, upper) = interval(means[point], rounds(trace, point, game));
            if Some(point) == leader { second - lower } else { upper - first }
        };
        (0..space.len()).map(|point| if means[point].is_nan() { f64::INFINITY } else { gain(point) }).collect()
    }
}

/// Rounds of a point in a game, or in all games alike. An interval counts a round as a single game, since the games of a round share their seed.
fn rounds(trace: &Trace, point: usize, game: Option<usize>) -> f64 {
    game.map_or_else(|| trace.rounds(point), |game| trace.scores(point, game).len()) as f64
}

impl Method for Wilson {
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Request> {
        let bandits = match trace.rules().objective {
            TuneObjective::PerGame => (0..trace.games()).map(Some).collect(),
            TuneObjective::Mean | TuneObjective::Worst => vec![None],
        };
        if trace.steps().is_empty() {
            let arms = (0..space.len()).flat_map(|point| bandits.iter().map(move |&game| (point, game)));
            return arms.map(|(point, game)| Request { point, game, rounds: 1 }).collect();
        }
        let mut arms: Vec<(f64, usize, usize)> = Vec::new();
        for (bandit, &game) in bandits.iter().enumerate() {
            arms.extend(Wilson::gains(space, trace, game).into_iter().enumerate().map(|(point, gain)| (gain, point, bandit)));
        }
        arms.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)).then(a.1.cmp(&b.1)));
        arms.into_iter().take(TOGETHER).map(|(_, point, bandit)| Request { point, game: bandits[bandit], rounds: 1 }).collect()
    }

    /// The highest lower end of an interval, so that a point with few rounds is not recommended for its luck; the paper takes the highest mean.
    fn ranking(&self, _space: &Space, trace: &Trace, game: Option<usize>) -> Vec<usize> {
        let lower = |point: usize| interval(trace.value(point, game), rounds(trace, point, game)).0;
        let mut ranking = trace.ranking(game);
        ranking.sort_by(|&a, &b| lower(b).total_cmp(&lower(a)));
        ranking
    }
}
