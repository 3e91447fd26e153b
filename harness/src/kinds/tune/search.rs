//! A search for parameters: batches of evaluations, each chosen by a method from all earlier results.
//!
//! The batches are a pure function of the results, whatever plays their rounds, in whatever order. The schedule of a run and its report drive the
//! same search.

use super::methods::{Method, Request};
use super::space::Space;
use super::trace::{Rules, Step, Trace};

/// A search.
pub(super) struct Search {
    space: Space,
    trace: Trace,
    method: Box<dyn Method>,
    /// The evaluations to play before the next call of the method.
    batch: Vec<Step>,
    batches: usize,
    done: bool,
}

impl Search {
    /// A search before its first batch.
    pub(super) fn new(space: Space, rules: Rules, method: Box<dyn Method>) -> Search {
        let trace = Trace::new(rules, space.len());
        Search { space, trace, method, batch: Vec::new(), batches: 0, done: false }
    }

    /// Advances as far as results are known. `result` is the score of a point in a game and a round; `None` if that has not been played.
    pub(super) fn advance(&mut self, result: impl Fn(usize, usize, usize) -> Option<f64>) {
        while !self.done {
            if self.wanted().any(|(point, game, round)| result(point, game, round).is_none()) {
                return;
            }
            for step in std::mem::take(&mut self.batch) {
                self.trace.push(step, |game, round| result(step.point, game, round).unwrap_or(0.0));
            }
            let asked = self.method.next(&self.space, &self.trace);
            self.begin(asked);
            self.done = self.batch.is_empty();
        }
    }

    /// Turns requests into steps, within the budget.
    fn begin(&mut self, asked: Vec<Request>) {
        self.batches += 1;
        let mut left = self.trace.left();
        for Request { point, game, rounds } in asked {
            let cost = self.trace.cost(game);
            let rounds = rounds.min(usize::try_from(left / cost).unwrap_or(usize::MAX));
            if rounds == 0 {
                continue;
            }
            left -= cost * rounds as u64;
            let before = self.batch.iter().filter(|step| step.point == point && step.game == game).map(|step| step.rounds).sum::<usize>();
            let known = game.map_or_else(|| self.trace.rounds(point), |game| self.trace.scores(point, game).len());
            self.batch.push(Step { batch: self.batches - 1, point, game, first: known + before, rounds });
        }
    }

    /// The rounds of the current batch as (point, game, round): the first round of every step before the second of any.
    pub(super) fn wanted(&self) -> impl Iterator<Item = (usize, usize, usize)> + '_ {
        let most = self.batch.iter().map(|step| step.rounds).max().unwrap_or(0);
        (0..most).flat_map(move |round| {
            self.batch.iter().filter(move |step| round < step.rounds).flat_map(move |step| {
                let games = step.game.map_or(0..self.trace.games(), |game| game..game + 1);
                games.map(move |game| (step.point, game, step.first + round))
            })
        })
    }

    /// Whether the search is over.
    pub(super) fn is_done(&self) -> bool {
        self.done
    }

    /// The results so far.
    pub(super) fn trace(&self) -> &Trace {
        &self.trace
    }

    /// The point that the method recommends and the next best, over all games or in one.
    pub(super) fn chosen(&self, game: Option<usize>) -> (usize, Option<usize>) {
        let ranking = self.method.ranking(&self.space, &self.trace, game);
        let first = ranking.first().copied().unwrap_or_else(|| self.space.default_point());
        (first, ranking.into_iter().find(|&point| point != first))
    }
}
