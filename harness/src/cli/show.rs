//! `bench show`: shows one game, agent or experiment in full.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench show`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench show` is not built yet"))
}
