//! `bench list`: lists games, agents or experiments.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench list`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench list` is not built yet"))
}
