//! The command line of `bench`: `verbs` has one file per verb, `args` what verbs share, `serve` an HTTP server for pages.

mod error;
pub mod embedded;
mod out;
mod serve;
mod args;
mod verbs;

pub use error::CliError;

use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::process::ExitCode;
use treebench_agents::engines::guard;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Printed below the list of verbs.
const EXAMPLES: &str = "Examples:
  bench init experiment.toml
  bench run experiment.toml
  bench list agents --long
  bench help search

Exit codes: 0 done (of `check`: pass), 1 `check` found a regression, 2 wrong usage or input, 3 `check` needs more games,\n4 `run` is done, but some tasks failed, 130 interrupted; the same command resumes.";

/// Runs `bench` with the arguments of the process and returns its exit code: the `main` of an outside crate. `--version` names the crate
/// that calls it.
///
/// ```no_run
/// fn main() -> std::process::ExitCode {
///     treebench::main!()
/// }
/// ```
#[macro_export]
macro_rules! main {
    () => {
        $crate::cli::main_of(env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION"))
    };
}

/// What [`main!`](crate::main!) calls: runs `bench` with the arguments of the process, built by a crate of this name and version.
pub fn main_of(name: &'static str, version: &'static str) -> ExitCode {
    guard::enable();
    main_or_guard(command_of(name, version), std::env::args_os().collect())
}

/// Runs `bench` with these arguments in a program that [embeds](crate::embedding) this library.
pub fn main_embedded(arguments: Vec<OsString>) -> ExitCode {
    main_or_guard(command(), arguments)
}

fn main_or_guard(command: Command, arguments: Vec<OsString>) -> ExitCode {
    match arguments.get(1) {
        Some(word) if word == guard::VERB => {
            u8::try_from(guard::run(arguments.into_iter().skip(2))).map_or(ExitCode::FAILURE, ExitCode::from)
        }
        _ => main_of_command(command, arguments),
    }
}

/// The command line of a crate.
fn command_of(name: &'static str, version: &'static str) -> Command {
    match name {
        env!("CARGO_PKG_NAME") => command(),
        // A verb's own version would be called `name-verb`.
        _ => command().display_name(name).version(&*format!("{version}, with treebench {VERSION}").leak()).propagate_version(false),
    }
}

/// Runs `bench` with these arguments, of which the first is the name of the program.
pub fn main_with<T: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = T>) -> ExitCode {
    main_of_command(command(), arguments)
}

fn main_of_command<T: Into<OsString> + Clone>(command: Command, arguments: impl IntoIterator<Item = T>) -> ExitCode {
    run(command.get_matches_from(arguments)).unwrap_or_else(|error| error.report())
}

fn run(matches: ArgMatches) -> Result<ExitCode, CliError> {
    treebench_games::catalogue::check().and(treebench_agents::registry::check()).map_err(CliError::input)?;
    verbs::run(&matches)
}

/// The command line with all verbs.
fn command() -> Command {
    Command::new("bench")
        .version(VERSION)
        .about("A declarative benchmark harness for tree search")
        .after_help(EXAMPLES)
        .propagate_version(true)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .subcommands(verbs::commands())
}

#[cfg(test)]
mod tests {
    use super::{VERSION, command_of};

    #[test]
    fn the_version_names_the_crate_that_built_the_program() {
        let shown = |name, version| command_of(name, version).render_version();
        assert_eq!(shown("treebench", VERSION), format!("bench {VERSION}\n"));
        assert_eq!(shown("my-agents", "3.1.4"), format!("my-agents 3.1.4, with treebench {VERSION}\n"));
    }
}
