//! Editor support for descriptions.

use super::language::named_parts::{named_parts, rename_macro};
use super::language::{Limits, fmt, lint, parse, unused_macros};
use crate::editing::{Editing, Problem, errors};

/// For editors.
pub const EDITING: Editing = Editing {
    problems,
    names: |_, text| named_parts(text),
    layout: |file, text| fmt(file, text, &Limits::default()).map_err(|errors| errors.to_string()),
    rename: |_, text, at, new| rename_macro(text, at, new, &Limits::default()),
    words: &["players", "pieces", "variables", "board", "rules"],
};

fn problems(file: &str, text: &str) -> Vec<Problem> {
    let limits = Limits::default();
    let game = match parse(file, text, &limits) {
        Ok(game) => game,
        Err(found) => return errors(found),
    };
    let unused = unused_macros(file, text, &limits).unwrap_or_default();
    let parts = named_parts(text);
    let place = |name: &str| parts.iter().find(|part| part.name == name).map_or(0..0, |part| part.declared[0].clone());
    let unused = unused.iter().map(|name| Problem::warning(place(name), format!("the macro `{name}` is never used")));
    // A lint names what it is about between backticks.
    let of = |message: String| Problem::warning(message.split('`').nth(1).map_or(0..0, place), message);
    unused.chain(lint(&game).into_iter().map(of)).collect()
}
