//! One turn of an agent on the command line: its budget (`--iterations N`, `--states N` or `--time 0.5s`) and its move.

use crate::cli::CliError;
use crate::config::parse_duration;
use std::time::Duration;
use treebench_agents::{Agent, Budget, Meter, checked_turn};
use treebench_games::notation::usual;
use treebench_games::{Move, Position};

/// The budget of a turn where none is given.
pub(crate) const DEFAULT_BUDGET: Budget = Budget::Iterations(1000);

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
        self.given().unwrap_or(DEFAULT_BUDGET)
    }

    /// The budget given, if any.
    pub(crate) fn given(&self) -> Option<Budget> {
        let iterations = self.iterations.map(Budget::Iterations);
        iterations.or(self.states.map(Budget::States)).or(self.time.map(Budget::Time))
    }
}

/// The agent's move as semimoves.
///
/// # Errors
/// If the agent panics, fails, does not end its turn, or plays an illegal move. A fault is an error here, never a panic.
pub(crate) fn choose(name: &str, agent: &mut dyn Agent, position: &dyn Position, meter: &mut Meter) -> Result<Vec<Move>, CliError> {
    checked_turn(agent, position, meter).map_err(|what| CliError::input(format!("agent `{name}` {what} in `{}`", usual(position))))
}
