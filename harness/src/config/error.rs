//! Errors in an experiment file, rendered with their source lines.

use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Element, Level, Origin, Renderer, Snippet};
use std::fmt;
use std::ops::Range;
use treebench_games::names::nearest;

/// A place in a source.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The file, or `--set`, or the environment variable.
    pub source: String,
    /// The origin of the source if it is not the given file: ``profile `fast` ``, `included from a.toml:1`.
    pub origin: String,
    /// The line, from 1; 0 for the whole source, and then the following fields are meaningless.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The text of the line.
    pub text: String,
    /// The number of characters, at least 1.
    pub width: usize,
}

/// An error.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ConfigError {
    /// The message.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// Suggestions.
    pub notes: Vec<Note>,
}

/// A line below an error: `= help: …`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The word before the colon: `help`, `allowed`, `reason`.
    pub label: &'static str,
    /// The text after it.
    pub text: String,
}

/// The maximum number of allowed names listed.
const MOST_NAMES: usize = 200;

/// The maximum number of characters of a line that are shown.
const LONGEST_EXCERPT: usize = 160;

/// All errors, in the order of their places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigErrors(pub Vec<ConfigError>);

impl ConfigError {
    pub(crate) fn at(place: Place, message: String) -> ConfigError {
        ConfigError { message, place: Some(place), notes: Vec::new() }
    }

    /// Adds a line below the error.
    pub(crate) fn note(&mut self, label: &'static str, text: impl fmt::Display) -> &mut Self {
        self.notes.push(Note { label, text: text.to_string() });
        self
    }

    /// Adds a suggestion.
    pub(crate) fn help(&mut self, text: impl fmt::Display) -> &mut Self {
        self.note("help", text)
    }

    /// Adds the nearest of the allowed names, if one is near, and all of them. An empty text has no nearest name.
    pub(crate) fn suggest<'a>(&mut self, text: &str, allowed: impl IntoIterator<Item = &'a str> + Clone) -> &mut Self {
        if self.message.is_empty() {
            // One of too many errors, which is not shown.
            return self;
        }
        if let Some(near) = nearest(text, allowed.clone()).filter(|_| !text.is_empty()) {
            self.help(format_args!("did you mean `{near}`?"));
        }
        let names: Vec<&str> = allowed.into_iter().collect();
        let more = names.len().saturating_sub(MOST_NAMES);
        let mut list = if names.is_empty() { "nothing".to_owned() } else { names[..names.len() - more].join(", ") };
        if more > 0 {
            list += &format!(" and {more} more");
        }
        self.note("allowed", list)
    }
}

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut elements: Vec<Element<'_>> = Vec::new();
        if let Some(place) = &self.place {
            if place.line == 0 {
                elements.push(Origin::path(&place.source).into());
            } else {
                let (text, marked) = place.excerpt();
                let marked = AnnotationKind::Primary.span(marked);
                elements.push(Snippet::source(text).path(&place.source).line_start(place.line).annotation(marked).into());
            }
            if !place.origin.is_empty() {
                elements.push(Level::NOTE.message(&place.origin).into());
            }
        }
        elements.extend(self.notes.iter().map(|note| Level::NOTE.with_name(note.label).message(&note.text).into()));
        let report = [Level::ERROR.primary_title(&self.message).elements(elements)];
        // Long lists of allowed names are for reading, not for cutting off.
        let renderer = Renderer::plain().decor_style(DecorStyle::Ascii).term_width(usize::MAX / 4);
        f.write_str(&renderer.render(&report))
    }
}

impl Place {
    /// The line, and the bytes that are marked. Of a long line, only what is around the mark.
    fn excerpt(&self) -> (String, Range<usize>) {
        let (start, length) = (self.column - 1, self.text.chars().count());
        let first = if length > LONGEST_EXCERPT { start.saturating_sub(LONGEST_EXCERPT / 4) } else { 0 };
        let before = if first > 0 { "… " } else { "" };
        let after = if first + LONGEST_EXCERPT < length { " …" } else { "" };
        let shown: String = self.text.chars().skip(first).take(LONGEST_EXCERPT).collect();
        let byte = |column: usize| before.len() + shown.char_indices().nth(column - first).map_or(shown.len(), |(byte, _)| byte);
        let marked = byte(start)..byte(start + self.width);
        (format!("{before}{shown}{after}"), marked)
    }
}

impl fmt::Display for ConfigErrors {
    /// One error after another, a blank line between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { "\n\n" };
            write!(f, "{gap}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigErrors {}
