//! The spaces between tokens.

use crate::lex::Token;

/// Whether a token opens a bracket.
pub(super) fn opens(token: &Token) -> bool {
    ["(", "[", "{", "{?", "{!", "{$", "[$"].iter().any(|symbol| token.is(symbol))
}

/// Whether a token closes a bracket.
pub(super) fn closes(token: &Token) -> bool {
    [")", "]", "}"].iter().any(|symbol| token.is(symbol))
}

/// Whether a space is written between two tokens of a line. Where both are common, the source decides: `up (left)` is a sequence and
/// `turn(left)` a call. `values`: inside `[$ …]` or `{$ …}`, where `*` is an operator.
pub(super) fn between(before: &Token, after: &Token, was: bool, values: bool) -> bool {
    let is = |token: &Token, symbols: &[&str]| symbols.iter().any(|symbol| token.is(symbol));
    if before.is(";") && after.is(")") {
        return true;
    }
    if is(before, &["~", "^", "#", "(", "[", "{"]) || is(after, &["~", "^", ")", "]", "}"]) {
        return false;
    }
    if is(before, &[",", ";", ":", "{?", "{!", "{$", "[$"]) {
        return true;
    }
    if is(after, &[",", ";", ":"]) {
        return false;
    }
    if is(before, &["->"]) && after.word().is_some() {
        return false;
    }
    let relations = ["+", "=", "==", "!=", "<", "<=", ">", ">=", "->>"];
    if is(before, &relations) || is(after, &relations) || values && (is(before, &["*", "/"]) || is(after, &["*", "/"])) {
        return true;
    }
    if is(before, &["*", ")", "]", "}"]) && !is(after, &["*", "[", "{", "("]) {
        return !is(before, &["]"]) || was || after.word().is_some();
    }
    was
}
