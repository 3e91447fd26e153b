//! Errors in a description and their output: the message, the line, and the macros that led there.

use crate::expr::Span;
use crate::source::Source;
use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The width of a message in columns; longer source lines are cut around the place.
const WIDTH: usize = 130;
/// How many steps of a chain of expansions are shown at either end.
const STEPS: usize = 4;
/// Longer names are not compared with others.
const COMPARED: usize = 64;

/// One error.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The message, without a full stop.
    pub message: String,
    /// The place.
    pub span: Span,
    /// The expansions that led there, the innermost first.
    pub chain: Vec<Step>,
    /// The name that may have been meant.
    pub suggestion: Option<String>,
}

/// One step of a chain of expansions.
#[derive(Clone, Debug)]
pub struct Step {
    /// What was expanded: "macro `turn`".
    pub what: String,
    /// The place of its name.
    pub span: Span,
}

/// All errors in a description, at least one, in the order of the text.
///
/// `Display` shows each with its place, its line of the source and its chain of expansions.
#[derive(Clone, Debug)]
pub struct Errors {
    /// The text.
    pub source: Arc<Source>,
    /// The errors.
    pub list: Vec<Diagnostic>,
    /// The number of further errors that were not kept.
    pub dropped: usize,
}

impl std::error::Error for Errors {}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str("\n\n")?;
            }
            diagnostic.render(&self.source, f)?;
        }
        if self.dropped > 0 {
            write!(f, "\n… and {} more", self.dropped)?;
        }
        Ok(())
    }
}

impl Diagnostic {
    /// Writes the message with its place, the source line with the place underlined, and the chain of expansions.
    pub fn render(&self, source: &Source, out: &mut impl fmt::Write) -> fmt::Result {
        let title = Level::ERROR.primary_title(self.message.as_str());
        let mut first = title.element(excerpt(source, self.span));
        if let Some(name) = &self.suggestion {
            first = first.element(Level::HELP.message(format!("did you mean `{name}`?")));
        }
        let mut groups = vec![first];
        let hidden = self.chain.len().saturating_sub(2 * STEPS);
        for (i, step) in self.chain.iter().enumerate() {
            if hidden == 0 || !(STEPS..STEPS + hidden).contains(&i) {
                let title = Level::NOTE.secondary_title(format!("in the expansion of {}", step.what));
                groups.push(title.element(excerpt(source, step.span)));
            } else if i == STEPS {
                groups.push(Group::with_title(Level::NOTE.secondary_title(format!("{hidden} more expansions"))));
            }
        }
        out.write_str(&Renderer::plain().term_width(WIDTH).render(&groups))
    }
}

/// The line of a place with the place marked. Only that line is passed on, because the renderer scans all of its text.
fn excerpt(source: &Source, span: Span) -> Snippet<'_, annotate_snippets::Annotation<'_>> {
    let (line, _) = source.position(span.start);
    let text = source.line(line);
    let marked = within(text, source.start(line), span);
    Snippet::source(text).line_start(line).path(source.name()).annotation(AnnotationKind::Primary.span(marked))
}

/// The part of a line that begins at byte `start` of the source which a span covers.
fn within(text: &str, start: usize, span: Span) -> Range<usize> {
    let place = |offset: u32| text.floor_char_boundary((offset as usize).saturating_sub(start));
    place(span.start)..place(span.end.max(span.start))
}

/// The name most similar to this word, if one is similar enough.
pub fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    if word.len() > COMPARED {
        return None;
    }
    let mut best: Option<(f64, &str)> = None;
    for name in names.into_iter().filter(|name| name.len() <= COMPARED && *name != word) {
        let similarity = strsim::normalized_damerau_levenshtein(&word.to_lowercase(), &name.to_lowercase());
        if similarity >= 0.6 && best.is_none_or(|(other, _)| similarity > other) {
            best = Some((similarity, name));
        }
    }
    best.map(|(_, name)| name.to_string())
}
