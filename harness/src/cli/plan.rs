//! `bench plan`: shows what a run would do: cells, tasks, what is done already, expected precision and time.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench plan`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench plan` is not built yet"))
}
