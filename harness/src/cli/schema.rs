//! `bench schema`: prints the JSON Schema of experiment files, for editors.

use super::{CliError, out};
use crate::config::schema;
use crate::kinds::KINDS;
use std::process::ExitCode;

/// The command line of `bench schema`.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench schema > treebench.schema.json

An editor uses it when the first line of an experiment file is
  #:schema treebench.schema.json")]
pub(crate) struct Args {}

/// Runs the verb.
pub(crate) fn run(_args: Args) -> Result<ExitCode, CliError> {
    out::finish_json(&schema(KINDS))
}
