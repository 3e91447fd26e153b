//! `bench play`: plays a game against an agent in the terminal.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench play`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench play` is not built yet"))
}
