//! A position in the tokens of a section.

use crate::lex::Token;
use crate::report::{Failure, Place, Report};

/// Reads tokens one after the other.
pub(crate) struct Cursor<'a> {
    tokens: &'a [Token],
    at: usize,
    /// The section's name: the place reported for what is missing.
    section: Place,
}

impl<'a> Cursor<'a> {
    pub(crate) fn new(tokens: &'a [Token], section: Place) -> Self {
        Cursor { tokens, at: 0, section }
    }

    /// The next token, if there is one.
    pub(crate) fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.at)
    }

    /// Takes the next token.
    pub(crate) fn next(&mut self) -> Option<&'a Token> {
        let token = self.peek();
        self.at += usize::from(token.is_some());
        token
    }

    /// Whether the next token is this symbol.
    pub(crate) fn is_at(&self, symbol: &str) -> bool {
        self.peek().is_some_and(|token| token.is(symbol))
    }

    /// Whether the token after the next is this symbol.
    pub(crate) fn then_sees(&self, symbol: &str) -> bool {
        self.tokens.get(self.at + 1).is_some_and(|token| token.is(symbol))
    }

    /// Takes the next token if it is this symbol.
    pub(crate) fn eat(&mut self, symbol: &str) -> bool {
        let sees = self.is_at(symbol);
        self.at += usize::from(sees);
        sees
    }

    /// Takes this symbol.
    pub(crate) fn expect(&mut self, symbol: &str, report: &mut Report) -> Result<(), Failure> {
        if self.eat(symbol) { Ok(()) } else { Err(self.expected(&format!("`{symbol}`"), report)) }
    }

    /// Takes a name; `what` says of what, for messages.
    pub(crate) fn word(&mut self, what: &str, report: &mut Report) -> Result<&'a Token, Failure> {
        match self.peek() {
            Some(token) if token.word().is_some() => {
                self.at += 1;
                Ok(token)
            }
            _ => Err(self.expected(what, report)),
        }
    }

    /// Reports that something else was expected here.
    pub(crate) fn expected(&self, what: &str, report: &mut Report) -> Failure {
        match self.peek() {
            Some(token) => {
                let message = format!("expected {what}, found `{}`", token.text());
                match token.word() {
                    Some(word) => report.wrong_word(token.place(), message, word),
                    None => report.error(token.place(), message),
                }
            }
            None => report.error(self.last(), format!("expected {what} after this")),
        }
    }

    /// The place of the last token taken.
    pub(crate) fn last(&self) -> Place {
        self.at.checked_sub(1).map_or(self.section, |at| self.tokens[at].place())
    }

    /// Moves behind the symbol that closes the bracket opened by the previous token, or to the end.
    pub(crate) fn skip_bracket(&mut self) {
        let mut open = 1;
        while let Some(token) = self.next() {
            if ["(", "[", "[$", "{", "{?", "{!", "{$"].iter().any(|symbol| token.is(symbol)) {
                open += 1;
            } else if [")", "]", "}"].iter().any(|symbol| token.is(symbol)) {
                open -= 1;
                if open == 0 {
                    return;
                }
            }
        }
    }

    /// Moves behind the bracket that starts with this token.
    pub(crate) fn skip_from(&mut self, opening: usize) {
        self.at = opening + 1;
        self.skip_bracket();
    }

    /// The number of tokens taken.
    pub(crate) fn taken(&self) -> usize {
        self.at
    }
}
