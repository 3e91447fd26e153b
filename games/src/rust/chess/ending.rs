//! How a game with chess pieces ends.

use super::board::Status;
use super::{Board, Rules, Verdict};

/// The end of a game with chess pieces.
pub(crate) trait Ending: Rules {
    /// The result, if the position decides it whatever the legal moves are. Tested after every move.
    fn verdict(&self, board: &Board<Self>) -> Option<Verdict>;

    /// The result when the player to move has no legal move; if there is none, the player must pass. Tested after `verdict`.
    fn stuck(&self, board: &Board<Self>) -> Option<Verdict>;

    /// A counter that can decide more than a draw, and therefore distinguishes positions.
    fn counter(&self, _board: &Board<Self>) -> u32 {
        0
    }
}

impl<R: Ending> Board<R> {
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        matches!(self.status, Status::Over(_))
    }

    /// Recomputes the status.
    pub(super) fn settle(&mut self) {
        self.status = match self.rules.verdict(self) {
            Some(verdict) => Status::Over(verdict),
            None if self.can_move() => Status::Move,
            None => self.rules.stuck(self).map_or(Status::Pass, Status::Over),
        };
    }
}
