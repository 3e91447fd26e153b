//! How the tree treats chance.

mod nodes;

pub use nodes::{ExplicitNodes, OpenLoop, ProgressiveWidening};

use crate::search::{NodeId, Tree};
use treebench_games::{Move, Position, Rng};

/// A rule for chance. Either outcomes are nodes, and [`outcome`](Chance::outcome) says which one an iteration follows; or chance leaves no
/// trace in the tree, and [`pass`](Chance::pass) lets it act on the way down.
pub trait Chance: Send {
    /// Called at every node on the way down: lets chance act if it has no nodes of its own, and says whether it did. Below, the position
    /// of a node is another one in every descent, so that the search lists the moves anew each time and chooses among those that
    /// are legal.
    fn pass(&mut self, _position: &mut dyn Position, _rng: &mut Rng, _moves: &mut Vec<Move>) -> bool {
        false
    }

    /// The outcome that an iteration follows at a chance node that has its children, one for every outcome.
    fn outcome(&mut self, tree: &Tree, node: NodeId, position: &dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> Move;
}
