//! How an iteration is played to its end below the tree.

use super::Learner;
use crate::search::{Actions, Needs, NodeId, Tree};
use treebench_games::playout::finish_move;
use treebench_games::{Player, Playout, Position, Rng, Scratch};

/// The parts of the search that a playout uses.
pub struct PlayoutContext<'a> {
    /// The random numbers of the search.
    pub rng: &'a mut Rng,
    /// Memory.
    pub scratch: &'a mut Scratch,
    /// The actions of the iteration; what is played is appended to their trace if they are [traced](Actions::are_traced).
    pub actions: &'a mut Actions,
    /// The learner.
    pub learner: &'a mut dyn Learner,
}

/// A playout policy: plays an iteration to its end below the tree.
pub trait PlayoutPolicy: Send {
    /// Declares what the policy needs of the search.
    fn declare(&mut self, _needs: &mut Needs) {}

    /// Plays on from a nodal position until the game is over or a cap of the policy's own is reached. Called once per iteration.
    fn play(&mut self, position: &mut dyn Position, playing: &mut PlayoutContext<'_>) -> Playout;

    /// Completes the move inside which a leaf is; `false`, the position unchanged, if every way is dead.
    fn finish(&mut self, position: &mut dyn Position, player: Player, playing: &mut PlayoutContext<'_>) -> bool {
        finish_uniformly(position, player, playing)
    }

    /// Which unvisited child of a node to visit, counted among these; `None` draws one uniformly.
    fn choose_new(&mut self, _tree: &Tree, _node: NodeId, _mover: Player, _playing: &mut PlayoutContext<'_>) -> Option<usize> {
        None
    }

    /// The position in which the last playout ended, if it is not the one that was given.
    fn end<'a>(&'a self, position: &'a dyn Position) -> &'a dyn Position {
        position
    }
}

/// Completes a move uniformly at random.
pub(crate) fn finish_uniformly(position: &mut dyn Position, player: Player, playing: &mut PlayoutContext<'_>) -> bool {
    let found = finish_move(position, playing.rng, playing.scratch).is_some();
    if found && playing.actions.are_traced() {
        playing.actions.trace.push(player, playing.scratch.submove());
    }
    found
}
