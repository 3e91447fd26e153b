//! `bench completions`: prints a completion script for a shell.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench completions`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench completions` is not built yet"))
}
