//! What an agent makes at first use is made before its turns are timed.

use crate::agent::{Agent, AgentError};
use crate::budget::{Budget, Meter};
use treebench_games::{Position, Rng, Turn};

/// Iterations of a warm-up: enough that a search plays out, learns and plays out by what it learned.
const ITERATIONS: u64 = 32;

/// Lets an agent search a little from a position, so that native code of described games, tables and memory are there when a clock runs.
/// What it found is forgotten with the next [`start`](Agent::start), which must follow.
///
/// Chance is drawn until it is a player's turn; after the end of the game nothing is done.
///
/// # Errors
/// If the agent cannot move.
pub fn warm_up(agent: &mut dyn Agent, position: &dyn Position) -> Result<(), AgentError> {
    let mut rng = Rng::from_seed(0);
    let mut here = position.boxed();
    let player = loop {
        match here.turn() {
            Turn::Over => return Ok(()),
            Turn::Player(player) => break player,
            Turn::Chance => {
                let outcome = here.sample(&mut rng, &mut Vec::new());
                here.apply(outcome);
            }
        }
    };
    agent.start(player, rng);
    agent.choose(here.as_ref(), &mut Meter::new(Budget::Iterations(ITERATIONS)), &mut Vec::new())
}
