//! A rules file that a verb checks, formats or draws.

use super::named::game_entry;
use crate::cli::error::INPUT;
use crate::cli::{CliError, out};
use crate::store::write_atomically;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;
use treebench_games::languages;
use treebench_games::rbg::language::source::Source;

/// A rules file, or the one of a registered game.
pub(crate) struct RulesFile {
    /// Its path, or its name in messages.
    pub(crate) path: &'static str,
    /// Its text.
    pub(crate) text: &'static str,
}

impl RulesFile {
    /// The rules file of this path, or of the registered game of this name, in the rules language of this name.
    ///
    /// # Errors
    /// If it does not exist, cannot be read, or is in another language.
    pub(crate) fn open(name: &str, language: &str) -> Result<Self, CliError> {
        let entry = game_entry(name)?;
        let path = entry.origin.file;
        let text =
            entry.definition.text().ok_or_else(|| CliError::input(format!("game `{name}` is written in Rust and has no rules file")))?;
        let own = languages::of(path.as_ref()).name;
        if own != language {
            return Err(CliError::input(format!("`{name}` is for `bench {own}`: {path} is in another rules language")));
        }
        Ok(RulesFile { path, text })
    }

    /// Prints its errors and likely mistakes as JSON; the exit code is that of wrong input if there are errors.
    ///
    /// # Errors
    /// If standard output cannot be written.
    pub(crate) fn finish_problems(&self) -> Result<ExitCode, CliError> {
        let source = Source::new(self.path, self.text);
        let place = |byte: usize| {
            let (line, column) = source.position(byte as u32);
            json!({ "line": line, "column": column })
        };
        let problems = (languages::of(self.path.as_ref()).editing.problems)(self.path, self.text);
        let fails = problems.iter().any(|problem| problem.is_error);
        let list: serde_json::Value = problems
            .into_iter()
            .map(|problem| {
                json!({
                    "severity": if problem.is_error { "error" } else { "warning" },
                    "message": problem.message,
                    "help": problem.help,
                    "start": place(problem.range.start),
                    "end": place(problem.range.end),
                })
            })
            .collect();
        let code = out::finish_json(&json!({ "file": self.path, "ok": !fails, "problems": list }))?;
        Ok(if fails { ExitCode::from(INPUT) } else { code })
    }

    /// Prints its text in the standard layout, or writes that into the file if it differs.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(crate) fn lay_out(&self, text: &str, write: bool) -> Result<ExitCode, CliError> {
        if !write {
            return out::finish(text);
        }
        if text != self.text {
            write_atomically(Path::new(self.path), text).map_err(CliError::input)?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
