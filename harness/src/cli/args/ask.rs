//! Asks an agent for a move on the command line, where its faults become errors instead of panics.

use crate::cli::CliError;
use std::panic::{AssertUnwindSafe, catch_unwind};
use treebench_agents::{Agent, Meter, Overrun};
use treebench_games::{Move, Position};

/// The agent's whole move.
///
/// # Errors
/// If the agent panics, gives up, does not end its turn, or plays no legal move.
pub(crate) fn choose(name: &str, agent: &mut dyn Agent, position: &dyn Position, meter: &mut Meter) -> Result<Vec<Move>, CliError> {
    let mut submove = Vec::new();
    let fault = |what: String| CliError::input(format!("agent `{name}` {what} in `{}`", position.notation()));
    match catch_unwind(AssertUnwindSafe(|| agent.choose(position, meter, &mut submove))) {
        Ok(Ok(())) if is_legal(position, &submove) => Ok(submove),
        Ok(Ok(())) => Err(fault("played an illegal move".to_owned())),
        Ok(Err(error)) => Err(fault(format!("could not move ({error})"))),
        Err(payload) => Err(fault(match payload.downcast_ref::<Overrun>() {
            Some(Overrun { iterations, states }) => {
                format!("did not end its turn (stopped after {iterations} iterations and {states} states)")
            }
            None => "panicked".to_owned(),
        })),
    }
}

/// Whether these semimoves lead from here to the next nodal position by legal steps.
fn is_legal(position: &dyn Position, submove: &[Move]) -> bool {
    let mut here = position.boxed();
    for (i, &m) in submove.iter().enumerate() {
        if !here.move_list().contains(&m) {
            return false;
        }
        here.apply(m);
        if here.is_nodal() {
            return i + 1 == submove.len();
        }
    }
    false
}
