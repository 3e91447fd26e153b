//! `bench search`: runs one search and prints the statistics at the root.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench search`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench search` is not built yet"))
}
