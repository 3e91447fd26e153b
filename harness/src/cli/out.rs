//! The output of verbs. A reader that closes the pipe (`bench check … | head -1`) changes neither the work of a verb nor its exit code. Output fits
//! the width of a terminal; elsewhere lines keep their length, for other programs.

use super::CliError;
use crate::run::columns;
use std::borrow::Cow;
use std::io::{ErrorKind, IsTerminal as _, Write};
use std::process::ExitCode;
use treebench_reports::model::Table;
use treebench_reports::output::terminal;

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

/// Terminal width in columns, if known.
pub(super) fn width() -> Option<usize> {
    columns(&console::Term::stdout())
}

/// The width of prose output: that of the terminal, of the environment's `COLUMNS`, or 120. Programs read JSON instead.
pub(super) fn page_width() -> usize {
    let asked = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    width().or_else(asked).unwrap_or(120)
}

/// Whether standard output shows colours: on a terminal that supports them, unless [`NO_COLOR`](https://no-color.org) is set.
pub(super) fn colour() -> bool {
    let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    std::io::stdout().is_terminal() && !refused && std::env::var_os("TERM").is_none_or(|name| name != "dumb")
}

/// A table as lines of text, fitted to a terminal, elsewhere as wide as its cells require.
pub(super) fn table(table: &Table) -> String {
    terminal::table(table, width().unwrap_or(usize::MAX), colour())
}

/// Prints prose: on a terminal, long lines are broken at spaces.
///
/// # Errors
/// As [`print`].
pub(super) fn print_prose(text: &str) -> Result<(), CliError> {
    print(&width().map_or(Cow::Borrowed(text), |width| terminal::fitted(text, width).into()))
}

/// Prints the result of a verb, which is prose.
///
/// # Errors
/// As [`print`].
pub(super) fn finish_prose(text: &str) -> Result<ExitCode, CliError> {
    print_prose(text).map(|()| ExitCode::SUCCESS)
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
