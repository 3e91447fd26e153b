//! The errors found so far, and the expansions that led to each token.

use crate::error::{Diagnostic, Errors, Step, nearest};
use crate::expr::Span;
use crate::source::Source;
use std::rc::Rc;
use std::sync::Arc;

/// The number of errors kept.
const KEPT: usize = 5;

/// A place in the source together with the expansion that produced it; 0 is the text itself.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    pub(crate) span: Span,
    pub(crate) origin: u32,
}

impl Place {
    /// From the start of this place to the end of another, if both are in the same text.
    pub(crate) fn to(self, end: Place) -> Place {
        if self.origin == end.origin && self.span.start < end.span.end {
            return Place { span: Span { start: self.span.start, end: end.span.end }, ..self };
        }
        self
    }
}

/// A macro or an argument being expanded.
struct Expansion {
    kind: &'static str,
    name: Rc<str>,
    at: Place,
}

/// A collector of errors.
pub(crate) struct Report {
    source: Arc<Source>,
    list: Vec<Diagnostic>,
    dropped: usize,
    expansions: Vec<Expansion>,
    /// The names of all macros of the text, for suggestions.
    pub(crate) macros: Vec<Rc<str>>,
}

/// An error was reported and the part that contains it cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Failure;

impl Report {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Report { source: Arc::new(Source::new(name, text)), list: Vec::new(), dropped: 0, expansions: Vec::new(), macros: Vec::new() }
    }

    pub(crate) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Records an expansion that starts here; the result is the origin of its tokens.
    pub(crate) fn expansion(&mut self, kind: &'static str, name: &Rc<str>, at: Place) -> u32 {
        self.expansions.push(Expansion { kind, name: name.clone(), at });
        self.expansions.len() as u32
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, at: Place, message: impl Into<String>) -> Failure {
        self.suggest(at, message, || None)
    }

    /// Reports an error with the name that may have been meant. An error inside a macro is reported for its first use only.
    pub(crate) fn suggest(&mut self, at: Place, message: impl Into<String>, suggestion: impl FnOnce() -> Option<String>) -> Failure {
        let message = message.into();
        let same = |known: &Diagnostic| known.span.start == at.span.start && known.span.end == at.span.end && known.message == message;
        if self.list.iter().any(same) {
            return Failure;
        }
        if self.list.len() == KEPT {
            self.dropped += 1;
            return Failure;
        }
        let (chain, suggestion) = (self.chain(at.origin), suggestion());
        self.list.push(Diagnostic { message, span: at.span, chain, suggestion });
        Failure
    }

    /// Reports a word where something else was expected: it may be a misspelt macro.
    pub(crate) fn wrong_word(&mut self, at: Place, message: String, word: &str) -> Failure {
        let macros = std::mem::take(&mut self.macros);
        // A macro that was visible here has been expanded.
        let is_later = macros.iter().any(|name| **name == *word);
        let message = if is_later { format!("the macro `{word}` is used before its definition") } else { message };
        let names = || macros.iter().map(|name| &**name).filter(|_| !is_later);
        let failure = self.suggest(at, message, || nearest(word, names()));
        self.macros = macros;
        failure
    }

    fn chain(&self, mut origin: u32) -> Vec<Step> {
        let mut chain = Vec::new();
        while origin > 0 {
            let expansion = &self.expansions[origin as usize - 1];
            chain.push(Step { what: format!("{} `{}`", expansion.kind, expansion.name), span: expansion.at.span });
            origin = expansion.at.origin;
        }
        chain
    }

    /// Drops all errors so far: they follow from another one.
    pub(crate) fn clear(&mut self) {
        self.list.clear();
        self.dropped = 0;
    }

    /// The number of errors.
    pub(crate) fn count(&self) -> usize {
        self.list.len() + self.dropped
    }

    /// The value if there was no error; otherwise the errors in the order of the text.
    pub(crate) fn finish<T>(mut self, value: Option<T>) -> Result<T, Errors> {
        self.list.sort_by_key(|diagnostic| diagnostic.span.start);
        match value {
            Some(value) if self.list.is_empty() => Ok(value),
            _ => Err(Errors { source: self.source, list: self.list, dropped: self.dropped }),
        }
    }
}
