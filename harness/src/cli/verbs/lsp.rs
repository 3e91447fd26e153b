//! `bench lsp`: help for editors.

use super::Verb;
use crate::cli::CliError;
use crate::editor;
use std::process::ExitCode;

/// Helps editors with experiments and rules files while they are written, by the Language Server Protocol on standard input and output.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench lsp < session.txt

Started by an editor. It reports errors and likely mistakes in .toml, .rbg, .rg and .hrg files, documents and completes keys and names,
goes to declarations, renames macros, and formats rules files. CONTRIBUTING.md has the lines for Helix, Neovim and VS Code.")]
pub(crate) struct Args {}

impl Verb for Args {
    const NAME: &'static str = "lsp";

    fn run(self) -> Result<ExitCode, CliError> {
        editor::serve().map_err(CliError::input)?;
        Ok(ExitCode::SUCCESS)
    }
}
