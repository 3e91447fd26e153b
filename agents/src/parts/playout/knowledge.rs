//! Play with the game's own knowledge.

use crate::search::{PlayoutContext, PlayoutPolicy};
use treebench_games::capabilities::Parts;
use treebench_games::{Playout, Position};

/// Plays by some parts of the game's own policy ([`Knowledge`](treebench_games::Knowledge)), which the game does in one call.
#[derive(Clone, Copy, Debug)]
pub struct KnowledgePlayout {
    /// Moves by players after which the playout is cut off.
    pub cap: u32,
    /// The parts.
    pub parts: Parts,
}

impl PlayoutPolicy for KnowledgePlayout {
    /// A game without a policy of its own is played uniformly; recipes refuse it before.
    fn play(&mut self, position: &mut dyn Position, playing: &mut PlayoutContext<'_>) -> Playout {
        let PlayoutContext { rng, scratch, actions, .. } = playing;
        match position.knowledge() {
            Some(game) => {
                let trace = if actions.are_traced() { Some(&mut actions.trace) } else { None };
                game.playout_by(self.parts, rng, self.cap, trace)
            }
            None => position.playout(rng, self.cap, scratch),
        }
    }
}
