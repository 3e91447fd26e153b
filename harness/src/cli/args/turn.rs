//! One turn of an agent on the command line: its budget (`--iterations N`, `--states N` or `--time 0.5s`) and its move.

use crate::cli::CliError;
use crate::config::parse_duration;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;
use treebench_agents::{Agent, Budget, Meter, Overrun};
use treebench_games::{Move, Position};

/// The budget of a turn.
#[derive(clap::Args, Debug)]
#[group(multiple = false)]
pub(crate) struct BudgetArgs {
    /// Iterations (playouts) per turn [default: 1000].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    iterations: Option<u64>,
    /// Nodal states per turn.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    states: Option<u64>,
    /// Wall time per turn, for example `0.5s`, `200ms` or `2min`; not exactly repeatable.
    #[arg(long, value_name = "TIME", value_parser = parse_duration)]
    time: Option<Duration>,
}

impl BudgetArgs {
    /// The budget given, or the default.
    pub(crate) fn budget(&self) -> Budget {
        match (self.iterations, self.states, self.time) {
            (_, Some(states), _) => Budget::States(states),
            (_, _, Some(time)) => Budget::Time(time),
            (iterations, ..) => Budget::Iterations(iterations.unwrap_or(1000)),
        }
    }
}

/// The agent's move as semimoves.
///
/// # Errors
/// If the agent panics, fails, does not end its turn, or plays an illegal move. A fault is an error here, never a panic.
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

/// Whether these semimoves are legal one after the other and end at the next nodal position.
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
