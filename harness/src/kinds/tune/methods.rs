//! The methods: each chooses the next evaluations from the results so far, and finally recommends a point.
//!
//! A method knows no agent and no game, and draws all random numbers from its own generator.

mod grid;
mod halving;
mod ntbea;
mod race;
mod spsa;
mod wilson;

use super::space::Space;
use super::trace::Trace;
use super::tuning::TuneMethod;
use treebench_games::Rng;

/// A requested evaluation: the next rounds of a point.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Request {
    /// The point.
    pub(super) point: usize,
    /// The game; `None` for all of them.
    pub(super) game: Option<usize>,
    /// The number of rounds.
    pub(super) rounds: usize,
}

/// Chooses evaluations.
pub(super) trait Method: Send {
    /// The next batch; empty at the end. It is called again when the whole batch has been evaluated. Batches are truncated to the budget.
    fn next(&mut self, space: &Space, trace: &Trace) -> Vec<Request>;

    /// Points in the order in which the method recommends them, over all games or in one.
    fn ranking(&self, space: &Space, trace: &Trace, game: Option<usize>) -> Vec<usize>;
}

/// The batch size of methods that learn from single evaluations. It is constant, so that the search is the same on any number of threads, and small,
/// because evaluations of a batch cannot learn from each other.
const TOGETHER: usize = 4;

/// A method with its constants.
pub(super) fn method(which: TuneMethod, rng: Rng) -> Box<dyn Method> {
    match which {
        TuneMethod::Grid => Box::new(grid::Grid::default()),
        TuneMethod::Halving => Box::new(halving::Halving::new(rng)),
        TuneMethod::Ntbea => Box::new(ntbea::Ntbea::new(rng)),
        TuneMethod::Race => Box::new(race::Race::new(rng)),
        TuneMethod::Spsa => Box::new(spsa::Spsa::new(rng)),
        TuneMethod::Wilson => Box::new(wilson::Wilson),
    }
}

/// One round of a point in all games.
fn once(point: usize) -> Request {
    Request { point, game: None, rounds: 1 }
}

/// `count` different numbers below `all`, of which `first` is one.
fn sample(all: usize, count: usize, first: usize, rng: &mut Rng) -> Vec<usize> {
    let mut others: Vec<usize> = (0..all).filter(|&point| point != first).collect();
    let mut chosen = vec![first];
    while chosen.len() < count && !others.is_empty() {
        chosen.push(others.swap_remove(rng.below(others.len())));
    }
    chosen
}
