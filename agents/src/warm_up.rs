//! Warm-up: builds what an agent would build at first use, before its turns are timed.

use crate::agent::{Agent, AgentError};
use crate::budget::{Budget, Meter};
use treebench_games::{Position, Rng, Turn};

/// Iterations of a warm-up: enough for a search to play out, learn, and use what it learned.
const ITERATIONS: u64 = 32;

/// Lets an agent search briefly from a position, so that compiled rules, tables and memory exist before the clock starts. The results are
/// forgotten at the next [`start`](Agent::start), which must follow.
///
/// Chance events are drawn until it is a player's turn; after the end of the game nothing happens.
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
    if !agent.warms_up() {
        return Ok(());
    }
    agent.choose(here.as_ref(), &mut Meter::new(Budget::Iterations(ITERATIONS)), &mut Vec::new())
}
