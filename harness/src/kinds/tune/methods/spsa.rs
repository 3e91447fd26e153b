//! Simultaneous perturbation stochastic approximation with the schedule of fishtest and OpenBench (Spall 1998; the constants α = 0.602 and
//! γ = 0.101 are his).
//!
//! In iteration k of N, all parameters are moved by ±c_k at once, both points play their next round, and every parameter follows the difference
//! of their scores: θ ← θ ± (a_k / c_k)·(s⁺ − s⁻), with c_k = c·N^γ / k^γ and a_k = r·c²·(A + N)^α / (A + k)^α, A = N/10.
//! Parameters are measured in levels; a value between two levels is rounded to either at random, so that it is right on average. Of points that
//! were drawn from continuous ranges, those nearest to θ ± c_k play; a parameter then follows the difference as far as the two lie apart in it.

use super::{Method, Request, once};
use crate::kinds::tune::space::{ABSENT, Space};
use crate::kinds::tune::trace::Trace;
use treebench_games::Rng;

const ALPHA: f64 = 0.602;
const GAMMA: f64 = 0.101;
/// The last perturbation as a share of a parameter's range, as in fishtest; but at least half a level, or rounding would hide it.
const SHARE: f64 = 1.0 / 20.0;
const LEAST: f64 = 0.5;
/// The least perturbation among points that were drawn, in distances between neighbours.
const APART: f64 = 1.0;
/// The last step size r times the number of iterations. fishtest's 0.002 suits tens of thousands of pairs close to the best values; with fewer,
/// steps must be larger to get anywhere.
const RATE: f64 = 250.0;
/// The share of the rounds that is left to play the point that was found, and the default.
const KEPT: usize = 10;

/// SPSA.
pub(super) struct Spsa {
    rng: Rng,
    /// The current values in levels; empty before the first iteration.
    theta: Vec<f64>,
    /// The number of iterations, and the one that is being played.
    all: usize,
    iteration: usize,
    /// The two points that are being played, and for every parameter how far apart they are in units of 2·c_k: ±1 but for points that were drawn.
    played: Option<(usize, usize, Vec<f64>)>,
    finished: bool,
}

impl Spsa {
    pub(super) fn new(rng: Rng) -> Spsa {
        Spsa { rng, theta: Vec::new(), all: 0, iteration: 0, played: None, finished: false }
    }

    /// The last perturbation of a parameter, which gives the size of the steps.
    fn reach(levels: usize) -> f64 {
        ((levels - 1) as f64 * SHARE).max(LEAST)
    }

    /// The perturbation of a parameter in this iteration; among points that were drawn, at least so large that the two played are not the same.
    fn perturbation(&self, space: &Space, levels: usize) -> f64 {
        let least = if space.is_drawn() { (levels - 1) as f64 * APART * spacing(space) } else { 0.0 };
        Spsa::reach(levels).max(least) * libm::pow(self.all as f64 / self.iteration as f64, GAMMA)
    }

    /// The possible point next to some values, each rounded at random to a level beside it; the nearest of points that were drawn.
    fn rounded(&mut self, space: &Space, values: &[f64]) -> usize {
        if space.is_drawn() {
            return space.nearest(values);
        }
        let levels: Vec<f64> = values
            .iter()
            .zip(space.dimensions())
            .map(|(value, dimension)| (value + self.rng.unit()).floor().clamp(0.0, (dimension.levels - 1) as f64))
            .collect();
        space.nearest(&levels)
    }

    /// Follows the difference between the two points played last.
    fn learn(&mut self, space: &Space, trace: &Trace) {
        let Some((up, down, directions)) = self.played.take() else { return };
        let [.., first, second] = trace.steps() else { return };
        let score =
            |step: &crate::kinds::tune::trace::Step, point: usize| if step.point == point { trace.round(point, step.first) } else { None };
        let (Some(plus), Some(minus)) = (score(first, up), score(second, down)) else { return };
        // In points of a pair of games, which is what fishtest counts.
        let difference = 2.0 * (plus - minus);
        let rate = RATE / self.all as f64;
        let (n, k, a) = (self.all as f64, self.iteration as f64, self.all as f64 / 10.0);
        let fall = libm::pow((a + n) / (a + k), ALPHA);
        for (place, dimension) in space.dimensions().iter().enumerate() {
            let c_end = Spsa::reach(dimension.levels);
            let step = rate * c_end * c_end * fall / self.perturbation(space, dimension.levels);
            self.theta[place] = (self.theta[place] + step * difference * directions[place]).clamp(0.0, (dimension.levels - 1) as f64);
        }
    }

    /// How far two points are apart in every parameter, in units of 2·c_k.
    fn apart(&self, space: &Space, up: usize, down: usize) -> Vec<f64> {
        let each = space.dimensions().iter().zip(space.point(up).iter().zip(space.point(down)));
        each.map(|(dimension, (&up, &down))| match up == ABSENT || down == ABSENT {
            true => 0.0,
            false => (up as f64 - down as f64) / (2.0 * self.perturbation(space, dimension.levels)),
        })
        .collect()
    }

    fn found(&self, space: &Space) -> usize {
        if self.theta.is_empty() { space.default_point() } else { space.nearest(&self.theta) }
    }
}

/// The distance between neighbours among points that were drawn, as a share of the ranges: that of a cubic lattice with the same number of points.
fn spacing(space: &Space) -> f64 {
    libm::pow(space.len() as f64, -1.0 / space.dimensions().len() as f64)
}

impl Method for Spsa {
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Request> {
        if self.theta.is_empty() {
            let default = space.point(space.default_point());
            self.theta = default.iter().map(|&level| if level == ABSENT { 0.0 } else { level as f64 }).collect();
            self.all = (trace.rounds_left() - trace.rounds_left() / KEPT) / 2;
        }
        self.learn(space, trace);
        if self.iteration == self.all {
            if std::mem::replace(&mut self.finished, true) {
                return Vec::new();
            }
            let mut last = vec![self.found(space), space.default_point()];
            last.dedup();
            let rounds = (trace.rounds_left() / last.len()).max(1);
            return last.into_iter().map(|point| Request { point, game: None, rounds }).collect();
        }
        self.iteration += 1;
        let signs: Vec<f64> = space.dimensions().iter().map(|_| if self.rng.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let moved = |way: f64| -> Vec<f64> {
            let each = self.theta.iter().zip(&signs).zip(space.dimensions());
            each.map(|((theta, sign), dimension)| theta + way * sign * self.perturbation(space, dimension.levels)).collect()
        };
        let (up, down) = (moved(1.0), moved(-1.0));
        let (up, down) = (self.rounded(space, &up), self.rounded(space, &down));
        let directions = if space.is_drawn() { self.apart(space, up, down) } else { signs };
        self.played = Some((up, down, directions));
        vec![once(up), once(down)]
    }

    /// The final point, and then those that were played most: the final ones of the walk.
    fn ranking(&self, space: &Space, trace: &Trace, _game: Option<usize>) -> Vec<usize> {
        let found = self.found(space);
        let mut others: Vec<usize> = (0..space.len()).filter(|&point| point != found && trace.rounds(point) > 0).collect();
        others.sort_by(|&a, &b| trace.rounds(b).cmp(&trace.rounds(a)).then(a.cmp(&b)));
        [found].into_iter().chain(others).collect()
    }
}
