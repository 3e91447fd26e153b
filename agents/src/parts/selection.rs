//! Which child an iteration descends to.

mod bias;
mod first_play;
mod inverses;
mod most_proving;
mod move_groups;
mod proof_ucb;
mod rave;
mod round_robin;
mod ucb1;
mod win_ucb;

pub use bias::{BiasRule, Ranks};
pub use first_play::FirstPlay;
pub use most_proving::MostProving;
pub use move_groups::{MoveGroups, OneMove};
pub use proof_ucb::{ProofBias, ProofUcb, Pruning};
pub use rave::{Rave, RaveSource, RaveWeight};
pub use round_robin::RoundRobin;
pub use ucb1::Ucb1;
pub use win_ucb::{DrawnGames, WinUcb};

use crate::search::{NodeId, Tree};
use treebench_games::{Player, Position, Rng};

/// What a selection rule decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The k-th visited child.
    Visited(usize),
    /// A child that has never been visited; the search draws one uniformly, or the playout policy chooses.
    Unvisited,
    /// The k-th of the children that have never been visited.
    New(usize),
    /// None: every player's score is known here, and the iteration ends with these.
    Settled,
}

/// A selection rule. Called once per player's node on the way down.
pub trait Selection: Send {
    /// Chooses for `mover` among the children of an expanded node that has at least one. Of the tree it may only change what it
    /// keeps there for itself ([`Tree::bias_mut`]).
    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player) -> Pick;

    /// The same with the position at hand, for rules that look at moves; this is what the search calls.
    #[inline]
    fn select_at(&mut self, tree: &mut Tree, node: NodeId, mover: Player, _position: &dyn Position, _rng: &mut Rng) -> Pick {
        self.select(tree, node, mover)
    }
}
