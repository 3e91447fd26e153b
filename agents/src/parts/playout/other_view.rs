//! Uniformly random play under another view of the game.

use super::{Playing, PlayoutPolicy};
use std::sync::Arc;
use treebench_games::{Game, Playout, Position};

/// Plays uniformly random moves of another view than the tree's: with semimoves in the tree and orthodox playouts, every whole move is
/// equally likely (split-moves paper, simulation design "orthodox"). Its playouts cannot be traced: their actions are not those of the tree.
pub struct OtherView {
    cap: u32,
    view: Arc<dyn Game>,
    position: Box<dyn Position>,
}

impl OtherView {
    /// Playouts of at most `cap` moves under this view.
    pub fn new(cap: u32, view: Arc<dyn Game>) -> OtherView {
        let position = view.start();
        OtherView { cap, view, position }
    }
}

impl PlayoutPolicy for OtherView {
    fn play(&mut self, position: &mut dyn Position, playing: &mut Playing<'_>) -> Playout {
        if !position.described().is_some_and(|described| described.write_into(self.position.as_mut())) {
            match self.view.parse(&position.notation()) {
                Ok(parsed) => parsed.store_in(&mut self.position),
                // Views share their nodal positions; where one does not, the playout is cut off and counts as drawn.
                Err(_) => return Playout::default(),
            }
        }
        self.position.playout(playing.rng, self.cap, playing.scratch)
    }

    fn end<'a>(&'a self, _position: &'a dyn Position) -> &'a dyn Position {
        self.position.as_ref()
    }
}
