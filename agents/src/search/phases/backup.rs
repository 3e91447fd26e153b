//! The update of the nodes on an iteration's path.

use crate::agent::Proof;
use crate::search::{Actions, Needs, NodeId, Tree};
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
    /// [`Needs::positions`].
    pub position: Option<&'a dyn Position>,
    /// The actions of the iteration. If they are traced, the trace ends at the node.
    pub actions: &'a mut Actions,
}

/// A backup rule: what an iteration leaves in the tree. A search may have several, which are called one after the other.
pub trait Backup: Send {
    /// Declares the columns that the rule writes and reads, and what else it needs.
    fn declare(&mut self, _needs: &mut Needs) {}

    /// Called before the playout when the descent has come to a new node, or (every time) to the end of the game.
    fn arrive(&mut self, _tree: &mut Tree, _arrival: &mut DescentEnd<'_>) {}

    /// Called when a node has been given its children.
    fn expanded(&mut self, _tree: &mut Tree, _expanded: &mut ExpandedNode<'_>) {}

    /// Called when a node whose position differs in every descent has been given more children; children that are not legal now are hidden.
    fn added(&mut self, _tree: &mut Tree, _expanded: &mut ExpandedNode<'_>) {}

    /// Called once per iteration: adds its result to the nodes on its path.
    fn back_up(&mut self, tree: &mut Tree, iteration: &Iteration<'_>);

    /// Called when the last node of a path was a dead end and has left the tree.
    fn removed(&mut self, _tree: &mut Tree, _path: &[Step]) {}

    /// Whether more search cannot change what is best for the player at the root.
    fn is_solved(&self, _tree: &Tree, _player: Player) -> bool {
        false
    }

    /// Fills in the scores of a node that a selection rule found [solved](super::Pick::Solved), if this rule knows them.
    fn solved_scores(&self, _tree: &Tree, _node: NodeId, _scores: &mut Vec<f64>) {}

    /// Adds what this rule has proven of a node.
    fn report(&self, _tree: &Tree, _node: NodeId, _known: &mut Proof) {}
}

/// The inner nodes of a path with those who move there, from the last to the root.
pub(crate) fn upwards(path: &[Step]) -> impl Iterator<Item = (NodeId, Player)> + '_ {
    path.windows(2).rev().map(|pair| (pair[0].node, pair[1].chooser))
}
