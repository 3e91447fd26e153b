//! How a fault in an experiment file is shown.

use std::fmt;

/// Where a fault stands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The file, or `--set`, or the environment variable.
    pub source: String,
    /// How the file came into play, if it is not simply the one that was named: ``profile `fast` ``, `included from a.toml:1`.
    pub origin: String,
    /// The line, from 1. 0 if the fault concerns the source as a whole; then the following fields mean nothing.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The line's text.
    pub text: String,
    /// How many characters of the line are at fault.
    pub width: usize,
    /// Whether line and column help to find the place; they do not in a `--set` of one line.
    pub numbered: bool,
}

/// One fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigError {
    /// What is wrong, as a phrase that stands alone.
    pub message: String,
    /// Where.
    pub place: Option<Place>,
    /// What would be right: `help: …`, `allowed: …`.
    pub notes: Vec<String>,
}

/// All faults that were found, in the order in which they stand in their sources.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigErrors(pub Vec<ConfigError>);

impl fmt::Display for ConfigError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        let indent = self.place.as_ref().map_or(1, |place| place.line.max(1).to_string().len());
        if let Some(place) = &self.place {
            write!(f, "\n{:indent$}--> {}", "", place.source)?;
            if place.line > 0 && place.numbered {
                write!(f, ":{}:{}", place.line, place.column)?;
            }
            if !place.origin.is_empty() {
                write!(f, " ({})", place.origin)?;
            }
            if place.line > 0 {
                // Tabs stay tabs, so that the carets stand below the fault in every terminal.
                let before: String = place.text.chars().take(place.column - 1).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
                write!(f, "\n{:indent$} |\n{} | {}", "", place.line, place.text)?;
                write!(f, "\n{:indent$} | {before}{}", "", "^".repeat(place.width.max(1)))?;
            }
        }
        self.notes.iter().try_for_each(|note| write!(f, "\n{:indent$} = {note}", ""))
    }
}

impl fmt::Display for ConfigErrors {
    /// One fault after another, a blank line between them.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            let gap = if i == 0 { "" } else { "\n\n" };
            write!(f, "{gap}{error}")?;
        }
        Ok(())
    }
}

impl std::error::Error for ConfigErrors {}
