//! Which child an iteration descends to.

mod first_play;
mod greatest;
mod shortlist;
mod visit_tables;
mod ucb1;
mod index_policy;
mod index_rules;
mod thompson;
mod without_values;
mod play_the_winner;
mod weighted_ucb;
mod sequential_halving;
mod implicit_ucb;
mod max_probability;
mod puct;
mod rave;
mod composed;
mod win_loss_ucb;
mod move_groups;
mod bias;
mod history;
mod proof_ucb;
mod most_proving;

pub use bias::{Bias, BiasRule, Ranks};
pub use composed::Composed;
pub use first_play::{FirstPlay, FirstPlayRule};
pub use greatest::Ties;
pub use history::HistoryBias;
pub use implicit_ucb::ImplicitUcb;
pub use index_policy::{Arms, Index, IndexPolicy, Optimum, Parent};
pub use index_rules::{Epsilon, KlUcb, Moss, Ucb, UcbTuned, UcbV, VarianceForm, VarianceOnly, divergence};
pub use max_probability::MaxProbability;
pub use most_proving::MostProving;
pub use move_groups::{MoveGroups, OneMove};
pub use play_the_winner::{PlayTheWinner, Switch};
pub use proof_ucb::{ProofBias, ProofUcb, Pruning};
pub use puct::Puct;
pub use rave::{AmafMix, Rave, RaveSource, RaveWeight, WeightRule};
pub use sequential_halving::SequentialHalving;
pub use thompson::Thompson;
pub use ucb1::Ucb1;
pub use weighted_ucb::WeightedUcb;
pub use win_loss_ucb::{DrawnGames, WinLossUcb};
pub use without_values::{RandomChild, RoundRobin};

use crate::budget::Budget;
use crate::search::{Needs, NodeId, Tree};
use treebench_games::{Player, Position, Rng};

/// What a selection rule decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pick {
    /// The k-th visited child.
    Visited(usize),
    /// An unvisited child, which the playout policy chooses; by default one is drawn uniformly.
    Unvisited,
    /// The k-th unvisited child.
    New(usize),
    /// None: the node is solved, and the iteration ends with the scores of its bounds.
    Solved,
}

/// How a [walk](Selection::walk) ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Walk {
    /// At a node that has no children yet.
    Leaf,
    /// At a node where something else than a visited child was picked.
    Picked(Pick),
}

/// A selection rule. Called once per player's node on the way down.
pub trait Selection: Send {
    /// Declares the columns that the rule reads and writes, and brings the backup rules that it depends on
    /// ([`Needs::reads_from`]).
    fn declare(&mut self, _needs: &mut Needs) {}

    /// Chooses for `mover` among the children of an expanded node that has at least one; `position` is the position there. Of the tree it
    /// may only change the columns that it writes.
    fn select(&mut self, tree: &mut Tree, node: NodeId, mover: Player, position: &dyn Position, rng: &mut Rng) -> Pick;

    /// Whether the rule [walks](Self::walk), always or never.
    fn walks(&self) -> bool {
        false
    }

    /// Walks from a node as long as visited children are picked, and appends these to `way`: what [`select`](Self::select) would do from node to
    /// node, in one call. Only for rules that look neither at the position nor at the mover.
    fn walk(&mut self, _tree: &mut Tree, _from: NodeId, _rng: &mut Rng, _way: &mut Vec<NodeId>) -> Walk {
        Walk::Leaf
    }

    /// A search begins. Rules that draw numbers of their own take a seed from `rng`, those that plan ahead look at the budget.
    fn begin(&mut self, _rng: &mut Rng, _budget: Budget) {}
}
