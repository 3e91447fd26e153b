//! Which child an iteration descends to.

mod round_robin;
mod ucb1;

pub use round_robin::RoundRobin;
pub use ucb1::Ucb1;

use crate::search::{NodeId, Tree};

/// What a selection rule decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The k-th visited child.
    Visited(usize),
    /// A child that has never been visited; the search draws one uniformly.
    Unvisited,
}

/// A selection rule. Called once per player's node on the way down.
pub trait Selection: Send {
    /// Chooses among the children of an expanded node that has at least one.
    fn select(&mut self, tree: &Tree, node: NodeId) -> Pick;
}
