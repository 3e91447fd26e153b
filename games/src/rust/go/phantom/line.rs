//! The game that is being drawn, event by event, with the positions to step back to.

use super::Phantom;
use super::events::Try;

pub(super) struct Line {
    /// The positions before all events so far, the last of them that of `now`. Those behind it are kept for their memory. Only the last one has the tries: to copy
    /// them for every event would take most of the time.
    worlds: Vec<Phantom>,
    /// The events that were played.
    pub(super) now: usize,
    /// Events played, those that were taken back included.
    pub(super) played: usize,
}

impl Line {
    pub(super) fn new(start: Phantom) -> Line {
        Line { worlds: vec![start], now: 0, played: 0 }
    }

    pub(super) fn world(&self) -> &Phantom {
        &self.worlds[self.now]
    }

    /// The position after all events.
    pub(super) fn take_world(&mut self) -> Phantom {
        self.worlds.swap_remove(self.now)
    }

    /// Goes back to the position before this event.
    pub(super) fn step_back(&mut self, event: usize) {
        let mut tries = std::mem::take(&mut self.worlds[self.now].tries);
        tries.truncate(event);
        self.worlds[event].tries = tries;
        self.now = event;
    }

    /// Plays a try; `false`, and nothing, if it is not accepted.
    pub(super) fn perform(&mut self, point: usize, accept: impl FnOnce(Try) -> bool) -> bool {
        let tries = std::mem::take(&mut self.worlds[self.now].tries);
        let (before, after) = self.worlds.split_at_mut(self.now + 1);
        match after.first_mut() {
            Some(next) => next.clone_from(&before[self.now]),
            None => self.worlds.push(self.worlds[self.now].clone()),
        }
        self.now += 1;
        self.worlds[self.now].tries = tries;
        let one = self.worlds[self.now].perform(point);
        let accepted = accept(one);
        if !accepted {
            self.step_back(self.now - 1);
        }
        accepted
    }
}
