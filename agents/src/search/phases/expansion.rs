//! When a leaf gets children and which, and what the tree does about chance.

use crate::search::{Edges, NodeId, Tree};
use treebench_games::{Move, Position, Rng, Scratch};

/// An expansion rule. Asked when a descent meets a player's node without children.
pub trait Expansion: Send {
    /// Whether a node gets children now; `visits` counts the earlier visits, `depth` the edges from the root. The root always grows.
    fn grows(&self, visits: u32, depth: usize) -> bool;

    /// Whether all submoves that it lists are single semimoves.
    fn is_by_semimove(&self) -> bool {
        false
    }

    /// Lists the submoves from a position into `edges` (given empty). None means a dead end, or the end of the game in a nodal position.
    fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges);
}

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
