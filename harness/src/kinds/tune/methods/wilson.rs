//! Optimistic best-arm identification by Wilson intervals over several games (Stephenson, Newcombe, Piette and Soemers 2025, "Best agent
//! identification for general game playing", arXiv 2507.00451): every game is a bandit, every point an arm, and the next round goes to the arm
//! of any game that may still reduce the regret most.
//!
//! The possible reduction is taken to be the upper end of an arm's interval minus the mean of the best other arm of its game.

use super::{Ask, Method, TOGETHER};
use crate::experiment::TuneObjective;
use crate::kinds::tune::space::Space;
use crate::kinds::tune::trace::Trace;
use crate::stats::Z95;

/// Optimistic best-arm identification.
pub(super) struct Wilson;

/// The upper end of Wilson's interval of a mean of `n` scores in [0, 1].
fn upper(mean: f64, n: f64) -> f64 {
    let z2 = Z95 * Z95;
    (mean + z2 / (2.0 * n) + Z95 * (mean * (1.0 - mean) / n + z2 / (4.0 * n * n)).sqrt()) / (1.0 + z2 / n)
}

impl Wilson {
    /// What every arm of a bandit may still gain.
    fn gains(space: &Space, trace: &Trace, game: Option<usize>) -> Vec<f64> {
        let means: Vec<f64> = (0..space.len()).map(|point| trace.value(point, game)).collect();
        let best = |without: usize| {
            let others = means.iter().enumerate().filter(|&(point, mean)| point != without && !mean.is_nan());
            others.map(|(_, &mean)| mean).fold(0.0, f64::max)
        };
        let leader = (0..space.len()).max_by(|&a, &b| means[a].total_cmp(&means[b])).unwrap_or(0);
        let (first, second) = (means[leader], best(leader));
        let gain = |point: usize| upper(means[point], rounds(trace, point, game) as f64) - if point == leader { second } else { first };
        (0..space.len()).map(|point| if means[point].is_nan() { f64::INFINITY } else { gain(point) }).collect()
    }
}

/// Rounds of a point in a game, or in all games alike.
fn rounds(trace: &Trace, point: usize, game: Option<usize>) -> usize {
    game.map_or_else(|| trace.rounds(point), |game| trace.scores(point, game).len())
}

impl Method for Wilson {
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Ask> {
        let bandits = match trace.rules().objective {
            TuneObjective::PerGame => (0..trace.games()).map(Some).collect(),
            TuneObjective::Mean | TuneObjective::Worst => vec![None],
        };
        if trace.steps().is_empty() {
            let arms = (0..space.len()).flat_map(|point| bandits.iter().map(move |&game| (point, game)));
            return arms.map(|(point, game)| Ask { point, game, rounds: 1 }).collect();
        }
        let mut arms: Vec<(f64, usize, usize)> = Vec::new();
        for (bandit, &game) in bandits.iter().enumerate() {
            arms.extend(Wilson::gains(space, trace, game).into_iter().enumerate().map(|(point, gain)| (gain, point, bandit)));
        }
        arms.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.2.cmp(&b.2)).then(a.1.cmp(&b.1)));
        arms.into_iter().take(TOGETHER).map(|(_, point, bandit)| Ask { point, game: bandits[bandit], rounds: 1 }).collect()
    }

    /// The highest mean, as in the paper; of equal means that of more rounds.
    fn ranking(&self, _space: &Space, trace: &Trace, game: Option<usize>) -> Vec<usize> {
        let mut ranking = trace.ranking(game);
        let value = |point| trace.value(point, game);
        ranking.sort_by(|&a, &b| value(b).total_cmp(&value(a)).then(rounds(trace, b, game).cmp(&rounds(trace, a, game))));
        ranking
    }
}
