//! Checkpoints: the move that a search would play after given numbers of iterations.

use std::time::Duration;
use treebench_games::Move;

/// The state of a search at a checkpoint.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// Iterations done.
    pub iterations: u64,
    /// Nodal states computed.
    pub states: u64,
    /// Nodes in the tree, children that were never visited included.
    pub nodes: u64,
    /// Wall time since the turn began.
    pub elapsed: Duration,
    /// The whole move.
    pub submove: Vec<Move>,
}

/// The checkpoints to come, in ascending order, and those so far.
#[derive(Clone, Debug)]
pub(super) struct Checkpoints {
    /// The iteration of the next checkpoint; never reached if there is none.
    pub(super) next: u64,
    later: std::vec::IntoIter<u64>,
    pub(super) seen: Vec<Snapshot>,
}

impl Checkpoints {
    pub(super) fn new(at: Vec<u64>) -> Self {
        let mut checkpoints = Checkpoints { next: 0, later: at.into_iter(), seen: Vec::new() };
        checkpoints.advance();
        checkpoints
    }

    pub(super) fn advance(&mut self) {
        let now = self.next;
        self.next = self.later.find(|&at| at > now).unwrap_or(u64::MAX);
    }
}
