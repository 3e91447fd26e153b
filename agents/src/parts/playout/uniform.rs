//! Uniformly random play.

use super::{Playing, PlayoutPolicy};
use treebench_games::{Playout, Position};

/// Plays uniformly random moves; the game's own whole-playout method does it in one call.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// Moves by players after which the playout is cut off.
    pub cap: u32,
}

impl PlayoutPolicy for Uniform {
    #[inline]
    fn play(&mut self, position: &mut dyn Position, playing: &mut Playing<'_>) -> Playout {
        let Playing { rng, scratch, actions, .. } = playing;
        if actions.are_traced() {
            position.playout_traced(rng, self.cap, scratch, &mut actions.trace)
        } else {
            position.playout(rng, self.cap, scratch)
        }
    }
}
