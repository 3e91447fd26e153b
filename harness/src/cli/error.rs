//! The errors of verbs and their exit codes.

use crate::run::say;
use std::path::Path;
use std::process::ExitCode;
use std::{fmt, io};
use treebench_reports::reason;

/// Exit code of `check`: a win rate regressed.
pub(super) const REGRESSION: u8 = 1;
/// Exit code of every verb: wrong usage or input, or a file that cannot be read or written.
pub(super) const INPUT: u8 = 2;
/// Exit code of `check`: too few games for a verdict.
pub(super) const INCONCLUSIVE: u8 = 3;

/// Exit code of `run`: every task is stored, but some failed and have no result.
pub(super) const FAILED: u8 = 4;

/// An error that ends a verb, with a message for the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CliError {
    message: String,
    code: u8,
}

impl CliError {
    /// Wrong usage or input.
    pub fn input(message: impl fmt::Display) -> Self {
        CliError { message: message.to_string(), code: INPUT }
    }

    /// A file or folder that cannot be used as intended: `unusable("write", …)`.
    pub(super) fn unusable(action: &str, path: &Path, error: &io::Error) -> Self {
        CliError::input(format!("cannot {action} `{}`: {}", path.display(), reason(path, error)))
    }

    /// Prints the message and returns the exit code.
    pub fn report(&self) -> ExitCode {
        // Errors that show a place in a file begin with `error: ` already.
        let prefix = if self.message.starts_with("error: ") { "" } else { "error: " };
        say(&format!("{prefix}{}", self.message));
        ExitCode::from(self.code)
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CliError {}

impl From<crate::config::ConfigErrors> for CliError {
    /// All errors of an experiment file, without the first `error: `, which [`CliError::report`] prints.
    fn from(errors: crate::config::ConfigErrors) -> Self {
        let text = errors.to_string();
        CliError::input(text.strip_prefix("error: ").unwrap_or(&text))
    }
}
