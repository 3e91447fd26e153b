//! What the parts of a search are told of an iteration: its path, its result, and the nodes to which it came.

use super::actions::Actions;
use super::tree::NodeId;
use treebench_games::{Move, Player, Position};

/// One node on the path of an iteration.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// The node.
    pub node: NodeId,
    /// Who chose the way to it; behind chance, and at the root, the player who moved last or is to move.
    pub chooser: Player,
    /// Semimoves of players on the way to it.
    pub actions: u32,
    /// Whether it is inside a move.
    pub inside: bool,
}

/// A finished iteration.
#[derive(Clone, Copy, Debug)]
pub struct Iteration<'a> {
    /// The nodes it passed, the root first.
    pub path: &'a [Step],
    /// Its result, one score on [0, 1] per player.
    pub scores: &'a [f64],
    /// The actions played; empty unless actions are [traced](Actions::are_traced).
    pub actions: &'a Actions,
}

/// Where a descent has come to a new node, or to the end of the game.
pub struct DescentEnd<'a> {
    /// The node.
    pub node: NodeId,
    /// The position there.
    pub position: &'a dyn Position,
    /// The player to move there; `None` at the end of the game and where chance acts.
    pub mover: Option<Player>,
    /// The scores on [0, 1], one per player, if the game is over.
    pub scores: Option<&'a [f64]>,
    /// Memory to list moves in.
    pub moves: &'a mut Vec<Move>,
}

/// A node that has just been given its children.
pub struct ExpandedNode<'a> {
    /// The node.
    pub node: NodeId,
    /// The position there; `None` for the inner nodes of a move that is added as a whole. A rule that cannot do without declares
    /// [`Needs::positions`](super::Needs::positions).
    pub position: Option<&'a dyn Position>,
    /// The actions of the iteration. If they are traced, the trace ends at the node.
    pub actions: &'a mut Actions,
}

/// The inner nodes of a path with those who move there, from the last to the root.
pub(crate) fn upwards(path: &[Step]) -> impl Iterator<Item = (NodeId, Player)> + '_ {
    path.windows(2).rev().map(|pair| (pair[0].node, pair[1].chooser))
}
