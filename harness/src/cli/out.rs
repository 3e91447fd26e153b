//! Where verbs print. A reader that closes the pipe (`bench check … | head -1`) changes neither what a verb does nor its exit code.

use super::CliError;
use crate::reports::model::Table;
use crate::reports::output::terminal;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;

/// The format in which a verb prints its result.
#[derive(clap::ValueEnum, Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) enum Format {
    /// Text for people.
    #[default]
    Text,
    /// JSON for programs.
    Json,
}

/// Prints a text, which should end with a line break.
///
/// # Errors
/// If standard output cannot be written to. A reader that has closed the pipe is not an error.
pub(super) fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(CliError::input(format!("cannot write to standard output: {error}"))),
        _ => Ok(()),
    }
}

/// A table as lines of text, as wide as its cells require, because output is often piped into other programs.
pub(super) fn table(table: &Table) -> String {
    terminal::table(table, usize::MAX, false)
}

/// Prints the result of a verb.
///
/// # Errors
/// As [`print`].
pub(super) fn finish(text: &str) -> Result<ExitCode, CliError> {
    print(text).map(|()| ExitCode::SUCCESS)
}

/// Prints the result of a verb as JSON.
///
/// # Errors
/// As [`print`].
pub(super) fn finish_json(value: &serde_json::Value) -> Result<ExitCode, CliError> {
    finish(&format!("{value:#}\n"))
}
