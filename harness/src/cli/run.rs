//! `bench run`: plays an experiment, or what is still missing of it, and writes its report.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench run`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench run` is not built yet"))
}
