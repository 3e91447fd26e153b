//! `bench export`: writes the stored records as CSV or JSON lines.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench export`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench export` is not built yet"))
}
