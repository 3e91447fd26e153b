//! UCB1 as an index.

use super::index_policy::{Index, Parent};
use crate::search::Node;

/// mean + C·√(ln N / n), as [`Ucb1`](super::Ucb1), for searches whose first-play urgency falls with depth.
#[derive(Clone, Copy, Debug)]
pub struct Ucb {
    /// The weight C of exploration.
    pub exploration: f64,
}

impl Index for Ucb {
    #[inline]
    fn of(&mut self, parent: &Parent, child: &Node, _squares: f64) -> f64 {
        let n = f64::from(child.visits);
        child.value / n + self.exploration * (parent.epsilon / n).sqrt()
    }
}
