//! The errors found so far.

use std::sync::Arc;
use treebench_rbg::error::{Diagnostic, Errors};
use treebench_rbg::expr::Span;
use treebench_rbg::source::Source;

/// The number of errors kept.
const KEPT: usize = 5;

/// The names among which one is looked for that may have been meant, so that an error costs little in a large game.
const COMPARED: usize = 10_000;

/// The name most similar to a word, if one is similar enough.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    treebench_rbg::error::nearest(word, names.into_iter().take(COMPARED))
}

/// An error was reported, and the part that contains it cannot be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Failure;

/// A collector of errors.
pub(crate) struct Report {
    source: Arc<Source>,
    list: Vec<Diagnostic>,
    dropped: usize,
}

impl Report {
    pub(crate) fn new(name: &str, text: &str) -> Self {
        Report { source: Arc::new(Source::new(name, text)), list: Vec::new(), dropped: 0 }
    }

    pub(crate) fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Reports an error.
    pub(crate) fn error(&mut self, at: Span, message: impl Into<String>) -> Failure {
        self.suggest(at, message, None)
    }

    /// Reports an error with the name that may have been meant. An error in a part that is used several times is reported once.
    pub(crate) fn suggest(&mut self, span: Span, message: impl Into<String>, suggestion: Option<String>) -> Failure {
        let message = message.into();
        let same = |known: &Diagnostic| known.span.start == span.start && known.span.end == span.end && known.message == message;
        if self.list.iter().any(same) {
            return Failure;
        }
        if self.list.len() == KEPT {
            self.dropped += 1;
        } else {
            self.list.push(Diagnostic { message, span, chain: Vec::new(), suggestion });
        }
        Failure
    }

    /// Whether there was an error.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// The value if there was no error; otherwise the errors in the order of the text.
    pub(crate) fn finish<T>(mut self, value: Result<T, Failure>) -> Result<T, Errors> {
        self.list.sort_by_key(|diagnostic| diagnostic.span.start);
        match value {
            Ok(value) if self.list.is_empty() => Ok(value),
            _ => Err(Errors { source: self.source, list: self.list, dropped: self.dropped }),
        }
    }
}
