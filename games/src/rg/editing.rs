//! Editor support for descriptions.

use super::language::named_parts::named_parts;
use super::language::{Limits, fmt, load};
use crate::editing::{Editing, Problem, errors};

/// For editors.
pub const EDITING: Editing = Editing {
    problems,
    names: named_parts,
    layout: |file, text| fmt(file, text, &Limits::default()).map_err(|errors| errors.to_string()),
    rename: |_, _, _, _| Err("only macros of Regular Boardgames can be renamed".to_owned()),
    words: &[
        "begin",
        "branch",
        "break",
        "check",
        "const",
        "continue",
        "domain",
        "else",
        "end",
        "goals",
        "graph",
        "if",
        "in",
        "keeper",
        "loop",
        "not",
        "or",
        "player",
        "random",
        "reachable",
        "repeat",
        "return",
        "reusable",
        "then",
        "type",
        "var",
        "visible",
        "where",
        "while",
    ],
};

fn problems(file: &str, text: &str) -> Vec<Problem> {
    match load(file, text, &Limits::default()) {
        Ok(game) => game.warnings.iter().map(|warning| Problem::warning(0..0, warning.clone())).collect(),
        Err(found) => errors(found),
    }
}
