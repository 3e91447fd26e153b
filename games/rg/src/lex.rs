//! Text to tokens, the same for both languages.

use crate::report::Report;
use treebench_rbg::expr::Span;

/// Longer symbols come before those that they begin with.
const SYMBOLS: [&str; 31] = [
    "->", "==", "!=", "<=", ">=", "&&", "||", "..", "$$", "$", "?", "!", "{", "}", "(", ")", "[", "]", ",", ";", ":", "=", "*", "+", "-",
    "%", "<", ">", "|", "@", ".",
];

/// The kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A name or a number: letters, digits and `_`.
    Word,
    Symbol(&'static str),
    /// From `//` to the end of the line.
    Comment,
}

/// A token and its place.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
}

/// All tokens; characters that are part of none are reported.
pub(crate) fn lex(report: &mut Report) -> Vec<Token> {
    let source = report.source().clone();
    let text = source.text();
    let mut tokens = Vec::new();
    // Editors on Windows may begin a file with a byte order mark.
    let mut at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let (kind, length) = if first.is_whitespace() {
            at += first.len_utf8();
            continue;
        } else if is_word(first) {
            (Kind::Word, rest.find(|c| !is_word(c)).unwrap_or(rest.len()))
        } else if rest.starts_with("//") {
            (Kind::Comment, rest.find(['\n', '\r']).unwrap_or(rest.len()))
        } else if let Some(symbol) = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol)) {
            (Kind::Symbol(symbol), symbol.len())
        } else {
            let span = Span { start: at as u32, end: (at + first.len_utf8()) as u32 };
            report.error(span, format!("unexpected `{}`", first.escape_debug()));
            at += first.len_utf8();
            continue;
        };
        tokens.push(Token { kind, span: Span { start: at as u32, end: (at + length) as u32 } });
        at += length;
    }
    tokens
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
