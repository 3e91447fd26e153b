//! What a verb can fail with, and the exit codes.

use std::fmt;
use std::process::ExitCode;

/// Exit code of `check`: a win rate regressed.
pub const REGRESSION: u8 = 1;
/// Exit code of every verb: wrong usage or input, or a file that cannot be read or written.
pub const INPUT: u8 = 2;
/// Exit code of `check`: not enough games to tell.
pub const INCONCLUSIVE: u8 = 3;

/// An error that ends a verb, in words for the user.
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

    /// Prints it and gives the exit code.
    #[expect(clippy::print_stderr, reason = "this is where errors reach the user")]
    pub fn report(&self) -> ExitCode {
        eprintln!("error: {}", self.message);
        ExitCode::from(self.code)
    }
}

impl fmt::Display for CliError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CliError {}
