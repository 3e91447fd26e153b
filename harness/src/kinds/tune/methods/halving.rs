//! Successive halving: all points get a few rounds, the better half twice as many, and so on (Karnin, Koren and Somekh 2013, "Almost optimal
//! exploration in multi-armed bandits", algorithm 1). Rounds of earlier stages count on, for points are compared on the same ones.

use super::{Method, Request, sample};
use crate::kinds::tune::space::Space;
use crate::kinds::tune::trace::Trace;
use treebench_games::Rng;

/// Rounds that every point of the first stage gets at least. If the budget does not go as far, a random sample of the points takes part.
const FIRST: usize = 2;

/// Successive halving.
pub(super) struct Halving {
    rng: Rng,
    /// The points of the current stage; empty before the first.
    alive: Vec<usize>,
    /// Those that were left behind, the last ones first.
    behind: Vec<usize>,
    stages_left: usize,
}

impl Halving {
    pub(super) fn new(rng: Rng) -> Halving {
        Halving { rng, alive: Vec::new(), behind: Vec::new(), stages_left: 0 }
    }

    /// The default and a random sample of the other points, as many as the budget allows.
    fn begin(&mut self, space: &Space, trace: &Trace) {
        let rounds = trace.rounds_left();
        let fits = |count: &usize| count.saturating_mul(FIRST).saturating_mul(stages(*count)) <= rounds;
        let count = (2..=space.len()).rev().find(fits).unwrap_or(2);
        self.alive = sample(space.len(), count, space.default_point(), &mut self.rng);
        self.alive.sort_unstable();
        self.stages_left = stages(self.alive.len());
    }
}

/// How often a number must be halved, rounded up, until one is left.
fn stages(count: usize) -> usize {
    count.next_power_of_two().trailing_zeros() as usize
}

impl Method for Halving {
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Request> {
        if self.alive.is_empty() {
            self.begin(space, trace);
        } else {
            self.alive.sort_by(|&a, &b| trace.value(b, None).total_cmp(&trace.value(a, None)).then(a.cmp(&b)));
            let half = self.alive.len().div_ceil(2);
            let left = self.alive.split_off(half);
            self.behind.splice(0..0, left);
        }
        if self.alive.len() < 2 || self.stages_left == 0 {
            return Vec::new();
        }
        let rounds = (trace.rounds_left() / self.stages_left / self.alive.len()).max(1);
        self.stages_left -= 1;
        self.alive.iter().map(|&point| Request { point, game: None, rounds }).collect()
    }

    fn ranking(&self, _space: &Space, _trace: &Trace, _game: Option<usize>) -> Vec<usize> {
        self.alive.iter().chain(&self.behind).copied().collect()
    }
}
