//! Uniformly random play.

use super::PlayoutPolicy;
use crate::search::Actions;
use treebench_games::{Playout, Position, Rng, Scratch};

/// Plays uniformly random moves; the game's own whole-playout method does it in one call.
#[derive(Clone, Copy, Debug)]
pub struct Uniform {
    /// Moves by players after which the playout is cut off.
    pub cap: u32,
}

impl PlayoutPolicy for Uniform {
    #[inline]
    fn play(&mut self, position: &mut dyn Position, rng: &mut Rng, scratch: &mut Scratch, actions: &mut Actions) -> Playout {
        if actions.are_wanted() {
            position.playout_traced(rng, self.cap, scratch, &mut actions.trace)
        } else {
            position.playout(rng, self.cap, scratch)
        }
    }

    fn looks_at_unvisited(&self) -> bool {
        false
    }
}
