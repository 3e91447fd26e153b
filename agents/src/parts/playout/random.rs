//! Uniformly random play: of the game as the tree sees it, under another view, and with longer playouts.

use crate::search::{PlayoutContext, PlayoutPolicy};
use std::sync::Arc;
use treebench_games::{Game, Playout, Position, playout};

/// Plays uniformly random moves; the game's own whole-playout method does it in one call.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// Moves by players after which the playout is cut off.
    pub cap: u32,
}

impl PlayoutPolicy for Uniform {
    #[inline]
    fn play(&mut self, position: &mut dyn Position, playing: &mut PlayoutContext<'_>) -> Playout {
        let PlayoutContext { rng, scratch, actions, .. } = playing;
        if actions.are_traced() {
            position.playout_traced(rng, self.cap, scratch, &mut actions.trace)
        } else {
            position.playout(rng, self.cap, scratch)
        }
    }
}

/// Plays uniformly random moves of another view than the tree's: with semimoves in the tree and orthodox playouts, every whole move is
/// equally likely (split-moves paper, simulation design "orthodox"). Its playouts cannot be traced: their actions are not those of the tree.
pub(crate) struct OtherView {
    cap: u32,
    view: Arc<dyn Game>,
    position: Box<dyn Position>,
}

impl OtherView {
    /// Playouts of at most `cap` moves under this view.
    pub(crate) fn new(cap: u32, view: Arc<dyn Game>) -> OtherView {
        let position = view.start();
        OtherView { cap, view, position }
    }
}

impl PlayoutPolicy for OtherView {
    fn play(&mut self, position: &mut dyn Position, playing: &mut PlayoutContext<'_>) -> Playout {
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

/// Random play with a later draw rule and, optionally, captures first (tree-reductions paper, section 4). It traces no actions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LongPlayouts {
    /// Moves by players after which the playout is cut off.
    pub cap: u32,
    /// The game's own draw rule, if it has one, applies after at least this many moves without progress; 0 leaves it unchanged.
    pub draw_after: u32,
    /// Whether a player who can capture does so.
    pub captures_first: bool,
}

impl PlayoutPolicy for LongPlayouts {
    fn play(&mut self, position: &mut dyn Position, playing: &mut PlayoutContext<'_>) -> Playout {
        let (rng, scratch) = (&mut *playing.rng, &mut *playing.scratch);
        let Some(game) = position.captures() else {
            // Without captures, `captures_first` plays uniformly by the plain loop.
            return match self.captures_first {
                true => playout::uniform(position, rng, self.cap, scratch),
                false => position.playout(rng, self.cap, scratch),
            };
        };
        if self.draw_after > 0 {
            game.postpone_draw(self.draw_after);
        }
        match self.captures_first {
            true => game.playout_captures_first(rng, self.cap, scratch),
            false => game.playout(rng, self.cap, scratch),
        }
    }
}
