//! `bench check`: compares an experiment with a committed baseline and says pass, fail or inconclusive.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench check`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench check` is not built yet"))
}
