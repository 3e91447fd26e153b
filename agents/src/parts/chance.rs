//! How the tree treats chance.

mod nodes;

pub use nodes::{ExplicitNodes, OpenLoop, ProgressiveWidening};

use crate::search::{NodeId, Tree};
use treebench_games::{Move, Position, Rng};

/// A rule for chance. Either every outcome has a node, and [`outcome`](Chance::outcome) chooses the one that an iteration follows; or chance
/// has no nodes, and [`pass`](Chance::pass) applies it during the descent.
pub trait Chance: Send {
    /// Called at every node of the descent: applies chance if it has no nodes, and returns whether it did. From there on the position of a
    /// node differs between descents, so that the search lists the moves anew each time and chooses among the legal ones.
    fn pass(&mut self, _position: &mut dyn Position, _rng: &mut Rng, _moves: &mut Vec<Move>) -> bool {
        false
    }

    /// The outcome that an iteration follows at an expanded chance node, which has a child for every outcome.
    fn outcome(&mut self, tree: &Tree, node: NodeId, position: &dyn Position, rng: &mut Rng, moves: &mut Vec<Move>) -> Move;
}
