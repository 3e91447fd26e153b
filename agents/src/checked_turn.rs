//! A turn of an agent that may fail in any way, outside the referee's games: on the command line and when serving as an engine.

use crate::agent::Agent;
use crate::budget::{Meter, Overrun};
use std::panic::{AssertUnwindSafe, catch_unwind};
use treebench_games::{Move, Position};

/// The agent's move as semimoves, known to be legal.
///
/// # Errors
/// If the agent panics, fails, does not end its turn, or plays an illegal move: what it did, as a phrase that follows its name. It must not
/// be used again.
pub fn checked_turn(agent: &mut dyn Agent, position: &dyn Position, meter: &mut Meter) -> Result<Vec<Move>, String> {
    let mut submove = Vec::new();
    match catch_unwind(AssertUnwindSafe(|| agent.choose(position, meter, &mut submove))) {
        Ok(Ok(())) if position.boxed().try_play(&submove, &mut Vec::new()) => Ok(submove),
        Ok(Ok(())) => Err("played an illegal move".to_owned()),
        Ok(Err(error)) => Err(format!("could not move ({error})")),
        Err(payload) => Err(match payload.downcast_ref::<Overrun>() {
            Some(Overrun { iterations, states }) => {
                format!("did not end its turn (stopped after {iterations} iterations and {states} states)")
            }
            None => "panicked".to_owned(),
        }),
    }
}
