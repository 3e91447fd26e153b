//! `bench report`: writes the report of a run again from what is stored.

use super::CliError;
use std::process::ExitCode;

/// The command line of `bench report`.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    Err(CliError::input("`bench report` is not built yet"))
}
