//! When stones that a player does not see must be on their points.

use super::{Points, each};
use crate::Rng;

/// Stands for an event that never happens.
pub(super) const NEVER: usize = usize::MAX;

/// What the enemy does at a point until its stone there is captured, or the player's own stone is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    /// The number of the event before which a stone must be there.
    pub(super) deadline: usize,
    /// The number of the event up to which the point is empty; `NEVER` if the player finds it empty in the end.
    pub(super) empty_until: usize,
    /// The event that places the stone, if it is known.
    pub(super) at: usize,
}

pub(super) const OPEN: Span = Span { deadline: NEVER, empty_until: 0, at: NEVER };

/// The spans of all points, drawn where what was seen has several causes.
pub(super) struct Plan {
    pub(super) spans: Vec<Span>,
    /// The span of every point now, and at the start.
    pub(super) current: [usize; 128],
    pub(super) first: [usize; 128],
    /// Events, and the points whose next span begins behind them, with it.
    pub(super) begun: Vec<(usize, usize, usize)>,
    /// Whether stones that are needed come first.
    pub(super) hurries: bool,
    /// Spans of which one has no stone up to an event.
    pub(super) liberties: Vec<(Vec<usize>, usize)>,
    /// The stones that events place where it is known.
    pub(super) fixed: Vec<Option<usize>>,
}

impl Plan {
    /// Goes to the spans behind an event.
    pub(super) fn pass(&mut self, event: usize) {
        let from = self.begun.partition_point(|(after, ..)| *after < event);
        for &(after, point, span) in &self.begun[from..] {
            if after > event {
                break;
            }
            self.current[point] = span;
        }
    }

    /// Goes back to the spans before an event.
    pub(super) fn rewind(&mut self, event: usize) {
        self.current = self.first;
        for &(after, point, span) in &self.begun {
            if after >= event {
                break;
            }
            self.current[point] = span;
        }
    }

    /// Whether nothing says yet that a stone of the other player is there.
    pub(super) fn is_open(&self, point: usize) -> bool {
        let span = self.spans[self.current[point]];
        span.deadline == NEVER && span.at == NEVER
    }

    pub(super) fn demand(&mut self, point: usize, before: usize) {
        let span = &mut self.spans[self.current[point]];
        span.deadline = span.deadline.min(before);
    }

    /// The point is empty up to this event; `None` if a stone should be there.
    pub(super) fn empty(&mut self, point: usize, until: usize) -> Option<()> {
        let open = self.is_open(point);
        let span = &mut self.spans[self.current[point]];
        span.empty_until = span.empty_until.max(until);
        open.then_some(())
    }

    /// One of these points is empty up to this event.
    pub(super) fn liberty(&mut self, points: Points, until: usize) {
        let mut spans = Vec::with_capacity(points.count_ones() as usize);
        spans.extend(each(points).map(|point| self.current[point]));
        self.liberties.push((spans, until));
    }

    /// Draws which points are empty where one of several has to be; `None` if none can be.
    pub(super) fn draw_liberties(&mut self, stones: &[usize], rng: &mut Rng) -> Option<()> {
        // The last first: what is empty then was empty before.
        for (spans, until) in std::mem::take(&mut self.liberties).into_iter().rev() {
            if spans.iter().any(|&id| self.spans[id].empty_until >= until) {
                continue;
            }
            let can = |&id: &usize| {
                let Span { deadline, at, .. } = self.spans[id];
                let in_time = |from: usize, to: usize| stones[to.min(stones.len() - 1)] > stones[from];
                (at == NEVER || at >= until) && (deadline == NEVER || deadline > until && in_time(until, deadline))
            };
            let open: Vec<usize> = spans.into_iter().filter(can).collect();
            self.spans[rng.pick(&open)?].empty_until = until;
        }
        Some(())
    }

    /// Behind this event the point is empty, and whatever the other player does there is new.
    pub(super) fn renew(&mut self, point: usize, after: usize) {
        self.begun.push((after, point, self.spans.len()));
        self.current[point] = self.spans.len();
        self.spans.push(OPEN);
    }
}
