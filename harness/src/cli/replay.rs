//! `bench replay`: plays a stored task again and says whether it is identical.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench replay`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench replay` is not built yet"))
}
