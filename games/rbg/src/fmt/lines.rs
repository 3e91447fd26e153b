//! The lines of a text as tokens and comments, and the spaces between tokens.

use crate::expr::Span;
use crate::lex::{Token, Tokens};

/// A token or a comment.
pub(super) enum Item<'a> {
    Token(&'a Token),
    Comment(&'a str),
}

/// A line.
pub(super) struct Line<'a> {
    /// Its tokens, each with whether a space preceded it.
    pub(super) items: Vec<(Item<'a>, bool)>,
    /// Whether an empty line precedes it.
    pub(super) blank_before: bool,
    /// The number of leading spaces.
    pub(super) indent: usize,
    /// Its text, unless [`Line::spaced`] produces it.
    pub(super) text: Option<String>,
}

impl<'a> Line<'a> {
    /// The tokens.
    pub(super) fn tokens(&self) -> impl Iterator<Item = &'a Token> {
        self.items.iter().filter_map(|(item, _)| match item {
            Item::Token(token) => Some(*token),
            Item::Comment(_) => None,
        })
    }

    /// The text with its spaces set.
    pub(super) fn spaced(&self) -> String {
        let mut out = String::new();
        let mut before: Option<&Token> = None;
        // Whether the innermost brackets hold values.
        let mut values = Vec::new();
        for (i, (item, space)) in self.items.iter().enumerate() {
            match item {
                Item::Token(token) => {
                    let commented = i > 0 && before.is_none();
                    let wanted = before.is_some_and(|before| between(before, token, *space, values.last() == Some(&true)));
                    // The first of several alternatives is indented like those after a `+`.
                    let hangs = i == 1 && *space && before.is_some_and(|before| before.is("("));
                    out += if hangs {
                        "   "
                    } else if commented || wanted {
                        " "
                    } else {
                        ""
                    };
                    out += &token.text();
                    before = Some(token);
                    if opens(token) {
                        values.push(token.is("[$") || token.is("{$") || values.last() == Some(&true));
                    } else if closes(token) {
                        values.pop();
                    }
                }
                Item::Comment(comment) => {
                    out += if i > 0 { " " } else { "" };
                    out += comment;
                    before = None;
                }
            }
        }
        out
    }
}

/// Cuts a text into lines. Every directive starts a line.
pub(super) fn lines<'a>(text: &'a str, lexed: &'a Tokens) -> Vec<Line<'a>> {
    let mut lines: Vec<Line<'_>> = Vec::new();
    let mut end = 0;
    for (span, item) in merged(text, lexed) {
        let between = &text[end as usize..span.start as usize];
        let breaks = between.matches('\n').count();
        let directive = matches!(item, Item::Token(token) if token.is("#"));
        if lines.is_empty() || breaks > 0 || directive {
            lines.push(Line { items: Vec::new(), blank_before: breaks > 1, indent: 0, text: None });
        }
        if let Some(line) = lines.last_mut() {
            line.items.push((item, !between.is_empty()));
        }
        end = span.end;
    }
    lines
}

/// Tokens and comments in the order of the text.
fn merged<'a>(text: &'a str, lexed: &'a Tokens) -> Vec<(Span, Item<'a>)> {
    let comments = lexed.comments.iter().map(|&span| (span, Item::Comment(text[span.start as usize..span.end as usize].trim_end())));
    let tokens = lexed.tokens.iter().map(|token| (token.span, Item::Token(token)));
    let mut all: Vec<_> = comments.chain(tokens).collect();
    all.sort_by_key(|(span, _)| span.start);
    all
}

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
fn between(before: &Token, after: &Token, was: bool, values: bool) -> bool {
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
