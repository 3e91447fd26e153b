//! The verbs of `bench`, one file each, in the order in which `bench help` lists them.
//!
//! A verb is a type that clap fills in ([`Verb`]); its doc comment is the help text, its `after_help` the examples. To add one,
//! write its file and add its `mod` line and its row in [`ALL`].

mod run;
mod plan;
mod report;
mod check;
mod claims;
mod compare;
mod merge;
mod submit;
mod replay;
mod view;
mod verify;
mod export;
mod init;
mod list;
mod show;
mod perft;
mod playout;
mod search;
mod exploit;
mod play;
mod rbg;
mod rg;
mod probe;
mod gtp;
mod ugi;
mod stats;
mod status;
mod runs;
mod site;
mod schema;
mod lsp;
mod completions;

use super::CliError;
use clap::{ArgMatches, Command};
use std::process::ExitCode;

/// Every verb.
const ALL: &[Row] = &[
    row::<run::Args>(),
    row::<plan::Args>(),
    row::<report::Args>(),
    row::<check::Args>(),
    row::<claims::Args>(),
    row::<compare::Args>(),
    row::<merge::Args>(),
    row::<submit::Args>(),
    row::<status::Args>(),
    row::<status::WatchArgs>(),
    row::<runs::Args>(),
    row::<site::Args>(),
    row::<replay::Args>(),
    row::<view::Args>(),
    row::<verify::Args>(),
    row::<export::Args>(),
    row::<init::Args>(),
    row::<list::Args>(),
    row::<show::Args>(),
    row::<perft::Args>(),
    row::<playout::Args>(),
    row::<search::Args>(),
    row::<exploit::Args>(),
    row::<play::Args>(),
    row::<rbg::Args>(),
    row::<rg::Args>(),
    row::<probe::Args>(),
    row::<gtp::Args>(),
    row::<ugi::Args>(),
    row::<ugi::UciArgs>(),
    row::<ugi::UaiArgs>(),
    row::<stats::Args>(),
    row::<schema::Args>(),
    row::<lsp::Args>(),
    row::<completions::Args>(),
];

/// The command line of a verb, and what the verb does.
pub(super) trait Verb: clap::Args {
    /// The word on the command line.
    const NAME: &'static str;

    /// Runs the verb and returns the exit code of the process.
    ///
    /// # Errors
    /// Any error for the user, with its exit code.
    fn run(self) -> Result<ExitCode, CliError>;
}

/// A verb as data.
struct Row {
    command: fn() -> Command,
    run: fn(&ArgMatches) -> Result<ExitCode, CliError>,
    name: &'static str,
}

const fn row<V: Verb>() -> Row {
    Row {
        command: || with_flowing_text(with_negative_numbers(V::augment_args(Command::new(V::NAME)))),
        run: |matches| V::from_arg_matches(matches).unwrap_or_else(|error| error.exit()).run(),
        name: V::NAME,
    }
}

/// Reads `--threads -1` as a value, so that the error is about numbers and not about an option `-1`.
fn with_negative_numbers(command: Command) -> Command {
    let is_number = |arg: &clap::Arg| arg.get_long().is_some() && arg.get_action().takes_values();
    command.mut_args(|arg| if is_number(&arg) { arg.allow_negative_numbers(true) } else { arg }).mut_subcommands(with_negative_numbers)
}

/// Joins the lines of each paragraph below the options, which clap then breaks at the width of the terminal. Indented lines are examples and stay.
fn with_flowing_text(command: Command) -> Command {
    let Some(text) = command.get_after_help().map(ToString::to_string) else { return command };
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
    let mut flowing = String::new();
    let mut last = "";
    for line in text.lines() {
        let goes_on = is_prose(line) && is_prose(last) && last.chars().count() >= BROKEN;
        flowing += if flowing.is_empty() {
            ""
        } else if goes_on {
            " "
        } else {
            "\n"
        };
        flowing += line;
        last = line;
    }
    command.after_help(flowing)
}

/// A line of this length in a source file goes on in the next one.
const BROKEN: usize = 90;

/// The commands of all verbs.
pub(super) fn commands() -> impl Iterator<Item = Command> {
    ALL.iter().map(|row| (row.command)())
}

/// Runs the verb that was given.
///
/// # Errors
/// As the verb.
pub(super) fn run(matches: &ArgMatches) -> Result<ExitCode, CliError> {
    let (name, matches) = matches.subcommand().expect("the command requires a verb");
    let row = ALL.iter().find(|row| row.name == name).expect("clap accepts only the verbs of the table");
    (row.run)(matches)
}
