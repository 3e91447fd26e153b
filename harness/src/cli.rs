//! The command line of `bench`: `verbs` holds one file a verb, `args` what verbs share.

mod error;
mod out;
mod args;
mod verbs;

pub use error::CliError;

use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::process::ExitCode;

/// Printed below the list of verbs.
const EXAMPLES: &str = "Examples:
  bench run configs/quickstart.toml
  bench list agents --long
  bench help search

Exit codes: 0 done (of `check`: pass), 1 `check` found a regression, 2 wrong usage or input, 3 `check` needs more games,\n4 `run` is done, but some tasks failed.";

/// Runs `bench` with the arguments of the process and returns its exit code: the `main` of an outside crate calls this.
pub fn main() -> ExitCode {
    main_with(std::env::args_os())
}

/// Runs `bench` with these arguments, of which the first is the name of the program.
pub fn main_with<T: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = T>) -> ExitCode {
    run(command().get_matches_from(arguments)).unwrap_or_else(|error| error.report())
}

fn run(matches: ArgMatches) -> Result<ExitCode, CliError> {
    treebench_games::registry::check().and(treebench_agents::registry::check()).map_err(CliError::input)?;
    verbs::run(&matches)
}

/// The command line with all verbs.
fn command() -> Command {
    Command::new("bench")
        .version(env!("CARGO_PKG_VERSION"))
        .about("A declarative benchmark harness for tree search")
        .after_help(EXAMPLES)
        .propagate_version(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(verbs::commands())
}
