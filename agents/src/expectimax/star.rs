//! The recursion at chance nodes.

use super::search::{BudgetSpent, Expectimax, Frame, Pruning, Window};
use crate::budget::Meter;
use treebench_games::Turn;

impl Expectimax {
    /// The mean over the outcomes at a chance node. With pruning, a mean outside the window may be only a bound.
    pub(super) fn mean(&mut self, ply: usize, depth: u32, window: Window, meter: &mut Meter) -> Result<f64, BudgetSpent> {
        let frame = &mut self.frames[ply];
        frame.position.moves(&mut frame.moves);
        frame.bounds.clear();
        frame.bounds.resize(frame.moves.len(), Window::ALL);
        if self.options.pruning == Pruning::None {
            let mut mean = 0.0;
            for place in 0..self.frames[ply].moves.len() {
                mean += self.weight(ply, place) * self.below(ply, self.frames[ply].moves[place], depth, Window::ALL, meter)?;
            }
            return Ok(mean);
        }
        if self.options.pruning == Pruning::Star2
            && depth > 0
            && let Some(bound) = self.probe(ply, depth, window, meter)?
        {
            return Ok(bound);
        }
        self.star1(ply, depth, window, meter)
    }

    fn weight(&self, ply: usize, place: usize) -> f64 {
        let frame = &self.frames[ply];
        frame.position.chance().map_or(0.0, |chance| chance.probability(frame.moves[place]))
    }

    /// Bounds of the mean, if the outcomes from `place` on lie within their bounds and the others sum to `done`.
    fn range(&self, ply: usize, place: usize, done: f64) -> Window {
        let rest = place..self.frames[ply].moves.len();
        let add = |sum: Window, place: usize| {
            let (p, bound) = (self.weight(ply, place), self.frames[ply].bounds[place]);
            Window { low: sum.low + p * bound.low, high: sum.high + p * bound.high }
        };
        rest.fold(Window { low: done, high: done }, add)
    }

    /// Star1: an outcome's window contains the values that would still bring the mean into the window, with the other outcomes at their
    /// best and worst.
    fn star1(&mut self, ply: usize, depth: u32, window: Window, meter: &mut Meter) -> Result<f64, BudgetSpent> {
        let mut done = 0.0;
        for place in 0..self.frames[ply].moves.len() {
            let all = self.range(ply, place, done);
            if all.high <= window.low {
                return Ok(all.high);
            }
            if all.low >= window.high {
                return Ok(all.low);
            }
            let (p, rest) = (self.weight(ply, place), self.range(ply, place + 1, done));
            let own = self.frames[ply].bounds[place];
            let below = Window {
                low: ((window.low - rest.high) / p).max(own.low).min(own.high),
                high: ((window.high - rest.low) / p).min(own.high).max(own.low),
            };
            let value = self.below(ply, self.frames[ply].moves[place], depth, below, meter)?;
            done += p * value;
            let range = self.range(ply, place + 1, done);
            // A value at or beyond the edge of its window may be only a bound. Unless that edge is the bound of the outcome itself, the
            // mean is outside the window.
            if value <= below.low && below.low > own.low {
                return Ok(range.high.min(window.low));
            }
            if value >= below.high && below.high < own.high {
                return Ok(range.low.max(window.high));
            }
        }
        Ok(done)
    }

    /// Star2's probing: one move behind every outcome, which bounds its value from one side. Returns the mean's bound if that suffices.
    fn probe(&mut self, ply: usize, depth: u32, window: Window, meter: &mut Meter) -> Result<Option<f64>, BudgetSpent> {
        for place in 0..self.frames[ply].moves.len() {
            self.step(ply, self.frames[ply].moves[place]);
            let Frame { position, moves, .. } = &mut self.frames[ply + 1];
            let Turn::Player(player) = position.turn() else { continue };
            position.moves(moves);
            let Some(&first) = moves.first() else { continue };
            let value = self.below(ply + 1, first, depth, Window::ALL, meter)?;
            let bound = &mut self.frames[ply].bounds[place];
            if player == self.me {
                bound.low = value;
            } else {
                bound.high = value;
            }
            let range = self.range(ply, 0, 0.0);
            if range.low >= window.high {
                return Ok(Some(range.low));
            }
            if range.high <= window.low {
                return Ok(Some(range.high));
            }
        }
        Ok(None)
    }
}
