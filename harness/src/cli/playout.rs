//! `bench playout`: plays random games and prints speeds and statistics.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench playout`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench playout` is not built yet"))
}
