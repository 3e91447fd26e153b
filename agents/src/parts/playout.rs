//! How an iteration is played to its end below the tree.

mod guided;
mod other_view;
mod long_playouts;
mod uniform;

pub use guided::{Choice, Guided};
pub use long_playouts::LongPlayouts;
pub use other_view::OtherView;
pub use uniform::Uniform;

use crate::parts::backup::Iteration;
use crate::search::{Actions, NodeId, Tree, Wanted};
use treebench_games::playout::finish_move;
use treebench_games::{Player, Playout, Position, Rng, Scratch};

/// A playout policy. What it plays it appends to the trace of the actions if these are [wanted](Actions::wanted).
pub trait PlayoutPolicy: Send {
    /// Plays on from a nodal position until the game is over or a cap of the policy's own is reached. Called once per iteration.
    fn play(&mut self, position: &mut dyn Position, rng: &mut Rng, scratch: &mut Scratch, actions: &mut Actions) -> Playout;

    /// Completes the move inside which a leaf stands; `false`, the position unchanged, if every way is dead.
    fn finish(&mut self, position: &mut dyn Position, player: Player, rng: &mut Rng, scratch: &mut Scratch, actions: &mut Actions) -> bool {
        finish_uniformly(position, player, rng, scratch, actions)
    }

    /// Which child of a node to visit that was never visited, counted among these; `None` draws one uniformly.
    fn choose_new(&mut self, _tree: &Tree, _node: NodeId, _mover: Player, _actions: &Actions, _rng: &mut Rng) -> Option<usize> {
        None
    }

    /// The position in which the last playout ended, which may be another one than it was given.
    fn end<'a>(&'a self, position: &'a dyn Position) -> &'a dyn Position {
        position
    }

    /// Whether it looks at children that were never visited, beyond counting them; if no part does, these get no nodes.
    fn looks_at_unvisited(&self) -> bool {
        true
    }

    /// What it needs to know of the actions of iterations.
    fn wants(&self) -> Wanted {
        Wanted::Nothing
    }

    /// Learns from a finished iteration.
    fn learn(&mut self, _tree: &Tree, _iteration: &Iteration<'_>) {}

    /// A whole move was played in the game, by anyone.
    fn observe(&mut self, _player: Player, _submove: &[treebench_games::Move]) {}

    /// A turn of the searching player begins.
    fn begin_turn(&mut self) {}

    /// A new game begins: forgets everything.
    fn forget(&mut self) {}
}

/// Completes a move uniformly at random.
pub fn finish_uniformly(position: &mut dyn Position, player: Player, rng: &mut Rng, scratch: &mut Scratch, actions: &mut Actions) -> bool {
    let found = finish_move(position, rng, scratch).is_some();
    if found && actions.are_wanted() {
        actions.trace.push(player, scratch.submove());
    }
    found
}
