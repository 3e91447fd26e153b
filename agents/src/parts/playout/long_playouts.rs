//! Random play that looks for decisions.

use super::{Playing, PlayoutPolicy};
use treebench_games::{Playout, Position, playout};

/// Random play in which draws for lack of progress are put off and captures may come first (tree-reductions paper, section 4). It notes
/// no actions.
#[derive(Clone, Copy, Debug)]
pub struct LongPlayouts {
    /// Moves by players after which the playout is cut off.
    pub cap: u32,
    /// The game's own draw rule, if it has one, lets games go on for at least so many moves without progress; 0 leaves it as it is.
    pub draw_after: u32,
    /// Whether a player who can capture does so.
    pub captures_first: bool,
}

impl PlayoutPolicy for LongPlayouts {
    fn play(&mut self, position: &mut dyn Position, playing: &mut Playing<'_>) -> Playout {
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
