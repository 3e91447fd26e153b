//! A text to its tree and to a game.

use crate::description::Description;
use crate::game::Game;
use crate::hrg;
use crate::limits::Limits;
use crate::lower::lower;
use crate::parse;
use crate::report::{Failure, Report};
use crate::resolve::resolve;
use treebench_rbg::error::Errors;

/// One of the two languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// `.rg`
    Low,
    /// `.hrg`
    High,
}

impl Language {
    /// The language of a file, by its extension.
    pub fn of(file: &str) -> Language {
        if file.ends_with(".hrg") { Language::High } else { Language::Low }
    }
}

/// The game in a text as a tree of the low-level language; `file` is its name in messages, and its extension the language.
///
/// # Errors
/// All errors that reading and lowering find, with their places.
pub fn description(file: &str, text: &str, limits: &Limits) -> Result<Description, Errors> {
    let mut report = Report::new(file, text);
    let tree = tree(file, limits, &mut report);
    report.finish(tree)
}

/// The game in a text, ready to be played.
///
/// # Errors
/// All errors in the text, with their places.
pub fn load(file: &str, text: &str, limits: &Limits) -> Result<Game, Errors> {
    let mut report = Report::new(file, text);
    let game = tree(file, limits, &mut report).and_then(|tree| resolve(&tree, limits, &mut report));
    report.finish(game)
}

/// Fails if there are errors: they would cause others later.
fn tree(file: &str, limits: &Limits, report: &mut Report) -> Result<Description, Failure> {
    let tree = match Language::of(file) {
        Language::Low => parse::description(limits, report)?,
        Language::High => {
            let source = hrg::parse::source(limits, report)?;
            if !report.is_empty() {
                return Err(Failure);
            }
            lower(&source, limits, report)?
        }
    };
    if report.is_empty() { Ok(tree) } else { Err(Failure) }
}
