//! A position in the tokens of a text.

use crate::description::Name;
use crate::lex::{Kind, Token};
use crate::report::{Failure, Report, nearest};
use std::sync::Arc;
use treebench_rbg::expr::Span;
use treebench_rbg::source::Source;

/// Reads tokens one after the other.
pub(crate) struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
    source: Arc<Source>,
    deepest: usize,
    depth: usize,
    pub(crate) report: &'a mut Report,
}

impl<'a> Cursor<'a> {
    /// The tokens must not have comments; `deepest` is how deep they may nest.
    pub(crate) fn new(tokens: &'a [Token], deepest: usize, report: &'a mut Report) -> Self {
        Cursor { tokens, at: 0, source: report.source().clone(), deepest, depth: 0, report }
    }

    fn text_at(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| &self.source.text()[token.span.start as usize..token.span.end as usize])
    }

    /// The text of the next token; empty at the end.
    pub(crate) fn peek(&self) -> &str {
        self.text_at(self.at)
    }

    /// Whether the n-th token from here has this text.
    pub(crate) fn sees_after(&self, n: usize, text: &str) -> bool {
        self.text_at(self.at + n) == text
    }

    /// Whether the n-th token from here is a word.
    pub(crate) fn sees_word_after(&self, n: usize) -> bool {
        self.tokens.get(self.at + n).is_some_and(|token| token.kind == Kind::Word)
    }

    /// Whether the next token has this text.
    pub(crate) fn is_at(&self, text: &str) -> bool {
        self.sees_after(0, text)
    }

    /// Whether all tokens are read.
    pub(crate) fn is_done(&self) -> bool {
        self.at >= self.tokens.len()
    }

    /// Takes the next token, whatever it is.
    pub(crate) fn advance(&mut self) {
        self.at += 1;
    }

    /// Takes the next token if it has this text.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        let sees = self.is_at(text);
        self.at += usize::from(sees);
        sees
    }

    /// Takes this symbol.
    pub(crate) fn expect(&mut self, text: &str) -> Result<Span, Failure> {
        if self.eat(text) { Ok(self.last()) } else { Err(self.expected(&format!("`{text}`"))) }
    }

    /// Takes this symbol, which comes after a name. Without it, a name that nearly is one of these keywords was meant as such.
    pub(crate) fn expect_after(&mut self, name: &Name, text: &str, keywords: &[&str]) -> Result<Span, Failure> {
        let near = nearest(&name.text, keywords.iter().copied()).filter(|near| !self.is_at(text) && **near != *name.text);
        match near {
            Some(near) => Err(self.report.suggest(name.span, format!("unknown keyword `{}`", name.text), Some(near))),
            None => self.expect(text),
        }
    }

    /// Takes a name; `what` says of what, for messages.
    pub(crate) fn word(&mut self, what: &str) -> Result<Name, Failure> {
        if !self.sees_word_after(0) {
            return Err(self.expected(what));
        }
        let text = Arc::from(self.peek());
        self.at += 1;
        Ok(Name { text, span: self.last() })
    }

    /// Reports that something else was expected here.
    pub(crate) fn expected(&mut self, what: &str) -> Failure {
        let message =
            if self.is_done() { format!("expected {what} after this") } else { format!("expected {what}, found `{}`", self.peek()) };
        let at = if self.is_done() { self.last() } else { self.here() };
        self.report.error(at, message)
    }

    /// The place of the next token.
    pub(crate) fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.last(), |token| token.span)
    }

    /// The place of the last token taken.
    pub(crate) fn last(&self) -> Span {
        self.at.checked_sub(1).and_then(|at| self.tokens.get(at)).map_or(Span::default(), |token| token.span)
    }

    /// From a place to the last token taken.
    pub(crate) fn since(&self, start: Span) -> Span {
        Span { start: start.start, end: self.last().end }
    }

    /// Whether the next token is the first of its line.
    pub(crate) fn at_line_start(&self) -> bool {
        let between = self.last().end as usize..self.here().start as usize;
        self.at == 0 || self.source.text().get(between).is_some_and(|between| between.contains('\n'))
    }

    /// Reads something that may contain itself, unless that is too deep.
    pub(crate) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Failure>) -> Result<T, Failure> {
        if self.depth == self.deepest {
            let message = format!("nested deeper than {}", self.deepest);
            let at = self.here();
            self.at = self.tokens.len();
            return Err(self.report.error(at, message));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// A list in brackets, whose opening one is already taken.
    pub(crate) fn list<T>(
        &mut self,
        separator: &str,
        close: &str,
        mut read: impl FnMut(&mut Self) -> Result<T, Failure>,
    ) -> Result<Vec<T>, Failure> {
        let mut list = Vec::new();
        loop {
            if self.eat(close) {
                return Ok(list);
            }
            list.push(read(self)?);
            if !self.is_at(close) && !self.eat(separator) {
                return Err(self.expected(&format!("`{separator}` or `{close}`")));
            }
        }
    }
}
