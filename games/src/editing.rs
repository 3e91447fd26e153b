//! Editor support for the text of a rules file.

use std::ops::Range;
use treebench_rbg::error::Errors;
pub use treebench_rbg::named_parts::NamedPart;

/// Where a name is written, given the name of the file, the text, a byte of the name, and another name; or why it cannot be replaced.
pub type Rename = fn(&str, &str, usize, &str) -> Result<Vec<Range<usize>>, String>;

/// A rules language's support for editors. Functions take the name of the file, whose extension may matter, and the text.
pub struct Editing {
    /// Errors, or else likely mistakes.
    pub problems: fn(&str, &str) -> Vec<Problem>,
    /// The names that the text declares.
    pub names: fn(&str, &str) -> Vec<NamedPart>,
    /// The text in the standard layout, or why it has none.
    pub layout: fn(&str, &str) -> Result<String, String>,
    /// The places of a name where another one can be written so that the game stays the same.
    pub rename: Rename,
    /// The words of the language itself.
    pub words: &'static [&'static str],
}

/// An error or a likely mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The place in bytes; empty for the whole text.
    pub range: Range<usize>,
    /// The message, without a full stop.
    pub message: String,
    /// The suggested fix, if any.
    pub help: Option<String>,
    /// Whether the game cannot be played because of it.
    pub is_error: bool,
}

impl Problem {
    /// A likely mistake.
    pub(crate) fn warning(range: Range<usize>, message: String) -> Problem {
        Problem { range, message, help: None, is_error: false }
    }
}

/// The errors of a text, with the expansions that led to each.
pub(crate) fn errors(errors: Errors) -> Vec<Problem> {
    let of = |error: treebench_rbg::error::Diagnostic| {
        let steps: Vec<String> = error.chain.iter().map(|step| step.what.clone()).collect();
        let message = if steps.is_empty() { error.message } else { format!("{} (in {})", error.message, steps.join(" in ")) };
        let range = error.span.start as usize..error.span.end as usize;
        Problem { range, message, help: error.suggestion.map(|name| format!("did you mean `{name}`?")), is_error: true }
    };
    errors.list.into_iter().map(of).collect()
}
