//! The command line of `bench`: `verbs` has one file per verb, `args` what verbs share, `serve` an HTTP server for pages.

mod error;
pub mod embedded;
mod out;
mod serve;
mod args;
mod verbs;

pub use error::CliError;

use clap::error::{ContextKind, ContextValue};
use clap::{ArgMatches, Command};
use std::ffi::OsString;
use std::process::ExitCode;
use treebench_agents::engines::guard;
use treebench_games::names::nearest;

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Printed below the list of verbs.
const EXAMPLES: &str = "Examples:
  bench init experiment.toml
  bench run experiment.toml
  bench list agents --long
  bench help search

Exit codes: 0 done (of `check`: pass), 1 `check` found a regression, 2 wrong usage or input,
3 `check` needs more games, 4 `run` is done, but some tasks failed, 130 interrupted; the same
command resumes.";

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
    let verbs: Vec<String> = command.get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
    let matches = command.try_get_matches_from(arguments).unwrap_or_else(|error| suggested(error, &verbs).exit());
    run(matches).unwrap_or_else(|error| error.report())
}

/// The error with the verb that was probably meant, first one of which letters are missing: clap's own measure finds `runs` nearer to `rn` than `run`.
fn suggested(mut error: clap::Error, verbs: &[String]) -> clap::Error {
    if let Some(ContextValue::String(given)) = error.get(ContextKind::InvalidSubcommand)
        && let Some(near) = shortened(given, verbs).or_else(|| nearest(given, verbs.iter().map(String::as_str)))
    {
        let near = ContextValue::Strings(vec![near.to_owned()]);
        error.insert(ContextKind::SuggestedSubcommand, near);
    }
    error
}

fn run(matches: ArgMatches) -> Result<ExitCode, CliError> {
    treebench_games::catalogue::check().and(treebench_agents::registry::check()).map_err(CliError::input)?;
    verbs::run(&matches)
}

/// The shortest verb that begins with the same letter and has the others in this order.
fn shortened<'v>(given: &str, verbs: &'v [String]) -> Option<&'v str> {
    let has_all = |verb: &&str| {
        let mut letters = verb.chars();
        given.chars().all(|wanted| letters.any(|letter| letter == wanted))
    };
    let first = given.chars().next()?;
    verbs.iter().map(String::as_str).filter(|verb| verb.starts_with(first)).filter(has_all).min_by_key(|verb| verb.len())
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
    use super::{VERSION, command, command_of, suggested};

    #[test]
    fn a_misspelt_verb_has_the_nearest_one() {
        let verbs: Vec<String> = command().get_subcommands().map(|verb| verb.get_name().to_owned()).collect();
        for (given, meant) in [("rn", "'run'"), ("repot", "'report'"), ("chek", "'check'")] {
            let error = command().try_get_matches_from(["bench", given]).unwrap_err();
            let told = suggested(error, &verbs).render().to_string();
            assert!(told.contains(&format!("a similar subcommand exists: {meant}")), "{told}");
        }
    }

    #[test]
    fn the_version_names_the_crate_that_built_the_program() {
        let shown = |name, version| command_of(name, version).render_version();
        assert_eq!(shown("treebench", VERSION), format!("bench {VERSION}\n"));
        assert_eq!(shown("my-agents", "3.1.4"), format!("my-agents 3.1.4, with treebench {VERSION}\n"));
    }
}
