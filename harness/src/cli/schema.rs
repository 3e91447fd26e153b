//! `bench schema`: prints the JSON Schema of experiment files.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench schema`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench schema` is not built yet"))
}
