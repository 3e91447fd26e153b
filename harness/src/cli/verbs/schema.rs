//! `bench schema`: prints the JSON Schema of experiment files, for editors.

use super::Verb;
use crate::cli::{CliError, out};
use crate::config::schema;
use crate::kinds;
use std::process::ExitCode;

/// Prints the JSON Schema of experiment files.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench schema > treebench.schema.json

Editors use it if the first line of an experiment file is
  #:schema treebench.schema.json")]
pub(crate) struct Args {}

impl Verb for Args {
    const NAME: &'static str = "schema";

    fn run(self) -> Result<ExitCode, CliError> {
        out::finish_json(&schema(&kinds::tables()))
    }
}
