//! The queries that an editor makes on a text.

use super::text::Text;
use std::ops::Range;
use std::path::PathBuf;
use treebench_games::editing::Problem;

/// The answers for the files of one language. Places are bytes.
pub(super) trait Language {
    /// Errors and likely mistakes.
    fn problems(&self, text: &Text) -> Vec<Problem>;

    /// The documentation of the name at a place, in Markdown.
    fn hover(&self, text: &Text, at: usize) -> Option<(Range<usize>, String)>;

    /// The declaration of the name at a place.
    fn declaration(&self, text: &Text, at: usize) -> Option<Target>;

    /// The completions at a place.
    fn completions(&self, text: &Text, at: usize) -> Vec<Completion>;

    /// The names that the text declares, with their occurrences.
    fn names(&self, text: &Text) -> Vec<Name>;

    /// The places to rename.
    ///
    /// # Errors
    /// Why it cannot be renamed: what was expected.
    fn rename(&self, text: &Text, at: usize, new: &str) -> Result<Vec<Range<usize>>, String>;

    /// The text in its standard layout.
    ///
    /// # Errors
    /// Why it cannot be formatted.
    fn layout(&self, text: &Text) -> Result<String, String>;
}

/// The place of a declaration.
pub(super) enum Target {
    /// In the same text.
    Here(Range<usize>),
    /// It is a file.
    File(PathBuf),
}

/// A completion.
pub(super) struct Completion {
    /// The word.
    pub(super) word: String,
    /// The range to replace.
    pub(super) range: Range<usize>,
    /// Its kind, in a few words.
    pub(super) kind: String,
    /// Its documentation.
    pub(super) doc: String,
}

/// A name that the text declares.
pub(super) struct Name {
    /// The name.
    pub(super) name: String,
    /// The kind of thing it names.
    pub(super) kind: &'static str,
    /// Where it is declared.
    pub(super) declared: Range<usize>,
    /// All places where it is written.
    pub(super) places: Vec<Range<usize>>,
}
