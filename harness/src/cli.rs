//! The command line: one verb, one file. The table below is the list of verbs; to add one, write the file and add two lines.

mod error;
mod out;
mod table;
mod named;
mod limits;
mod ask;
mod entry;
mod experiments;
mod load;
mod playing;
mod write_report;
mod run;
mod plan;
mod report;
mod check;
mod replay;
mod export;
mod list;
mod show;
mod perft;
mod playout;
mod search;
mod play;
mod rbg;
mod schema;
mod completions;

pub use error::CliError;

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Shown under the list of verbs.
const EXAMPLES: &str = "Examples:
  bench run configs/quickstart.toml
  bench list agents --long
  bench help search

Exit codes: 0 done (of `check`: pass), 1 `check` found a regression, 2 wrong usage or input, 3 `check` needs more games.";

/// A declarative benchmark harness for tree search.
#[derive(Parser, Debug)]
#[command(name = "bench", version, propagate_version = true, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand, Debug)]
enum Verb {
    /// Plays an experiment, or what is still missing of it, and writes its report.
    Run(run::Args),
    /// Shows what a run would do: cells, tasks, what is done already, expected precision and time.
    Plan(plan::Args),
    /// Writes the report of a run again from what is stored.
    Report(report::Args),
    /// Compares an experiment with a committed baseline and says pass, fail or inconclusive.
    Check(check::Args),
    /// Plays a stored task again and says whether it is identical.
    Replay(replay::Args),
    /// Writes the stored records as CSV or JSON lines.
    Export(export::Args),
    /// Lists games, agents or experiments.
    List(list::Args),
    /// Shows one game, agent or experiment in full.
    Show(show::Args),
    /// Counts the sequences of moves of a given length.
    Perft(perft::Args),
    /// Plays random games and prints speeds and statistics.
    Playout(playout::Args),
    /// Runs one search and prints the statistics at the root.
    Search(search::Args),
    /// Plays a game against an agent in the terminal.
    Play(play::Args),
    /// Checks, formats and draws rules files.
    Rbg(rbg::Args),
    /// Prints the JSON Schema of experiment files.
    Schema(schema::Args),
    /// Prints a completion script for a shell.
    Completions(completions::Args),
}

/// Runs `bench` with the process's arguments: what an outside crate's `main` calls.
pub fn main() -> ExitCode {
    run(Cli::parse()).unwrap_or_else(|error| error.report())
}

fn run(cli: Cli) -> Result<ExitCode, CliError> {
    treebench_games::registry::check().and(treebench_agents::registry::check()).map_err(CliError::input)?;
    match cli.verb {
        Verb::Run(args) => run::run(args),
        Verb::Plan(args) => plan::run(args),
        Verb::Report(args) => report::run(args),
        Verb::Check(args) => check::run(args),
        Verb::Replay(args) => replay::run(args),
        Verb::Export(args) => export::run(args),
        Verb::List(args) => list::run(args),
        Verb::Show(args) => show::run(args),
        Verb::Perft(args) => perft::run(args),
        Verb::Playout(args) => playout::run(args),
        Verb::Search(args) => search::run(args),
        Verb::Play(args) => play::run(args),
        Verb::Rbg(args) => rbg::run(args),
        Verb::Schema(args) => schema::run(args),
        Verb::Completions(args) => completions::run(args),
    }
}
