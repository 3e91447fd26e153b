//! From text to tokens and comments.

use crate::expr::Span;
use crate::report::{Place, Report};
use std::rc::Rc;

/// The kind of a token.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// A letter followed by letters and digits.
    Word(Rc<str>),
    /// Digits.
    Number(i64),
    /// One of [`SYMBOLS`].
    Symbol(&'static str),
}

/// A token with its place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// The expansion that produced it, 0 for the text itself.
    pub(crate) origin: u32,
}

impl Token {
    pub(crate) fn is(&self, symbol: &str) -> bool {
        matches!(&self.kind, Kind::Symbol(own) if *own == symbol)
    }

    pub(crate) fn word(&self) -> Option<&Rc<str>> {
        match &self.kind {
            Kind::Word(word) => Some(word),
            _ => None,
        }
    }

    pub(crate) fn place(&self) -> Place {
        Place { span: self.span, origin: self.origin }
    }

    /// The token as it is written.
    pub(crate) fn text(&self) -> String {
        match &self.kind {
            Kind::Word(word) => word.to_string(),
            Kind::Number(number) => number.to_string(),
            Kind::Symbol(symbol) => symbol.to_string(),
        }
    }
}

/// All symbols. A prefix of another symbol comes after it.
const SYMBOLS: [&str; 30] = [
    "->>", "->", "{?", "{!", "{$", "[$", "==", "!=", "<=", ">=", "(", ")", "[", "]", "{", "}", "~", "#", "-", "+", "^", "/", "*", ".", ",",
    ";", ":", "=", "<", ">",
];

/// A tokenised text.
#[derive(Default)]
pub(crate) struct Tokens {
    pub(crate) tokens: Vec<Token>,
    /// The comments with their delimiters: `// …` without the end of the line, `/* … */`.
    pub(crate) comments: Vec<Span>,
}

/// Tokenises a text. Characters that belong to no token are reported and skipped.
pub(crate) fn lex(text: &str, report: &mut Report) -> Tokens {
    let mut lexed = Tokens::default();
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let span = |length: usize| Span { start: at as u32, end: (at + length) as u32 };
        let length = if first.is_whitespace() {
            rest.len() - rest.trim_start().len()
        } else if rest.starts_with("//") {
            let line = rest.lines().next().unwrap_or(rest);
            lexed.comments.push(span(line.len()));
            line.len()
        } else if let Some(inner) = rest.strip_prefix("/*") {
            let length = inner.find("*/").map(|end| end + 4);
            if length.is_none() {
                report.error(Place { span: span(2), origin: 0 }, "this comment has no closing `*/`");
            }
            lexed.comments.push(span(length.unwrap_or(rest.len())));
            length.unwrap_or(rest.len())
        } else if let Some((kind, length)) = token(rest) {
            let place = Place { span: span(length), origin: 0 };
            let kind = kind.unwrap_or_else(|| {
                report.error(place, format!("the largest number is {}", i64::MAX));
                Kind::Number(1)
            });
            lexed.tokens.push(Token { kind, span: place.span, origin: 0 });
            length
        } else {
            let strange = |rest: &str| token(rest).is_none() && !rest.starts_with("/*") && !rest.starts_with(char::is_whitespace);
            let length = rest.char_indices().map(|(i, _)| i).find(|&i| !strange(&rest[i..])).unwrap_or(rest.len());
            let start: String = rest[..length].chars().take(10).collect();
            let hint = if start.contains('_') { "; names are made of letters and digits" } else { "" };
            report.error(Place { span: span(length), origin: 0 }, format!("unexpected `{}`{hint}", start.escape_debug()));
            length
        };
        at += length;
    }
    lexed
}

/// The token at the start of a text and its length, if there is one; no kind if a number is too large.
fn token(rest: &str) -> Option<(Option<Kind>, usize)> {
    let first = rest.bytes().next()?;
    let run = |accepted: fn(&u8) -> bool| rest.bytes().take_while(accepted).count();
    if first.is_ascii_alphabetic() {
        let length = run(u8::is_ascii_alphanumeric);
        return Some((Some(Kind::Word(rest[..length].into())), length));
    }
    if first.is_ascii_digit() {
        let length = run(u8::is_ascii_digit);
        return Some((rest[..length].parse().ok().map(Kind::Number), length));
    }
    let symbol = SYMBOLS.iter().find(|symbol| rest.starts_with(**symbol))?;
    Some((Some(Kind::Symbol(symbol)), symbol.len()))
}
