//! `bench perft`: counts the sequences of moves of a given length.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench perft`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench perft` is not built yet"))
}
