//! What is wrong with a description, and how it is told: the place, the line, and the macros that led there.

use crate::expr::Span;
use crate::source::Source;
use std::fmt::{self, Write as _};
use std::sync::Arc;

/// How many characters of a source line are shown.
const SHOWN: usize = 100;
/// How many steps of a chain of expansions are shown at either end.
const STEPS: usize = 4;

/// One thing that is wrong.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// What is wrong, without a full stop.
    pub message: String,
    /// Where.
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
    /// Where its name stands.
    pub span: Span,
}

/// Everything that is wrong with a description: at least one thing, in the order of the text.
///
/// `Display` shows each with its place, its line of the source and its chain of expansions.
#[derive(Clone, Debug)]
pub struct Errors {
    /// The text.
    pub source: Arc<Source>,
    /// What is wrong.
    pub list: Vec<Diagnostic>,
    /// How many more there were, not kept.
    pub dropped: usize,
}

impl std::error::Error for Errors {}

impl fmt::Display for Errors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, diagnostic) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_char('\n')?;
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
    /// Writes the message with its place, the source line with a caret, and the chain of expansions.
    pub fn render(&self, source: &Source, out: &mut impl fmt::Write) -> fmt::Result {
        write!(out, "{}: {}", place(source, self.span), self.message)?;
        if let Some(name) = &self.suggestion {
            write!(out, ", did you mean `{name}`?")?;
        }
        excerpt(source, self.span, out)?;
        let hidden = self.chain.len().saturating_sub(2 * STEPS);
        for (i, step) in self.chain.iter().enumerate() {
            if hidden > 0 && (STEPS..STEPS + hidden).contains(&i) {
                if i == STEPS {
                    write!(out, "\n… {hidden} expansions …")?;
                }
                continue;
            }
            write!(out, "\n{}: in the expansion of {}", place(source, step.span), step.what)?;
            excerpt(source, step.span, out)?;
        }
        Ok(())
    }
}

/// `file:line:column`.
fn place(source: &Source, span: Span) -> String {
    let (line, column) = source.position(span.start);
    format!("{}:{line}:{column}", source.name())
}

/// The line with a caret below; long lines are cut around it.
fn excerpt(source: &Source, span: Span, out: &mut impl fmt::Write) -> fmt::Result {
    let (line, column) = source.position(span.start);
    let text = source.line(line);
    let first = (column - 1).saturating_sub(SHOWN / 2);
    let first = if first < 10 || text.chars().nth(SHOWN).is_none() { 0 } else { first };
    let cut = if first > 0 { "…" } else { "" };
    let shown: String = text.chars().skip(first).take(SHOWN).map(|c| if c.is_control() { ' ' } else { c }).collect();
    let marked = source.text().get(span.start as usize..span.end as usize).unwrap_or("");
    let width = marked.lines().next().unwrap_or("").chars().count().clamp(1, SHOWN.saturating_sub(column - 1 - first).max(1));
    let indent = column - 1 - first + cut.chars().count();
    write!(out, "\n{line:>5} | {cut}{}", shown.trim_end())?;
    write!(out, "\n      | {:indent$}{}", "", "^".repeat(width))
}
