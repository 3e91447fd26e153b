//! Uniformly random play, the weakest baseline.

use super::shared::*;
use crate::{AgentError, Meter};
use treebench_games::playout::finish_move;
use treebench_games::{Move, Player, Position, Rng, Scratch};

/// Plays uniformly random moves; in a split game it draws every semimove uniformly and backs out of dead ends.
#[derive(Params, Clone, Debug)]
struct Random;

#[agent("random")]
impl Recipe for Random {
    fn agent(&self, _game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(RandomAgent::new()))
    }
}

/// The agent itself, which other recipes use too.
pub(super) struct RandomAgent {
    rng: Rng,
    scratch: Scratch,
    /// A position to try split moves on.
    position: Option<Box<dyn Position>>,
}

impl RandomAgent {
    pub(super) fn new() -> RandomAgent {
        RandomAgent { rng: Rng::from_seed(0), scratch: Scratch::default(), position: None }
    }
}

impl Agent for RandomAgent {
    fn start(&mut self, _seat: Player, rng: Rng) {
        self.rng = rng;
    }

    fn choose(&mut self, position: &dyn Position, _meter: &mut Meter, submove: &mut Vec<Move>) -> Result<(), AgentError> {
        if !position.is_split() {
            position.moves(&mut self.scratch.moves);
            submove.extend(self.rng.pick(&self.scratch.moves));
        } else {
            let here = self.position.get_or_insert_with(|| position.boxed());
            position.store_in(here);
            if finish_move(here.as_mut(), &mut self.rng, &mut self.scratch).is_some() {
                submove.extend_from_slice(self.scratch.submove());
            }
        }
        if submove.is_empty() { Err(AgentError::new("there is no legal move")) } else { Ok(()) }
    }
}
