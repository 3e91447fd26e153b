//! Files of entries named by settings of a kind, such as the openings of matches: one entry per line, or the games of a PGN or SGF file.
//!
//! `#` at the beginning of a line or after a space begins a comment; empty lines are skipped. The kind interprets the entries, and checks each of
//! them once for every variant of a game and of the settings.

mod pgn;
mod sgf;

use crate::config::Place;
use std::any::Any;
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// A file of entries.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryFile {
    /// Its name for messages: the path from the working directory.
    pub(super) source: String,
    pub(super) text: String,
    entries: Vec<Entry>,
    hash: String,
    cache: Cache,
}

/// What has been computed from the entries, by name. It follows from them, so that two files differ in nothing by it.
#[derive(Default)]
struct Cache(Mutex<BTreeMap<String, Arc<dyn Any + Send + Sync>>>);

impl Clone for Cache {
    fn clone(&self) -> Cache {
        Cache(Mutex::new(self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()))
    }
}

impl PartialEq for Cache {
    fn eq(&self, _: &Cache) -> bool {
        true
    }
}

impl Eq for Cache {}

impl std::fmt::Debug for Cache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Cache")
    }
}

/// An entry and its place.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Entry {
    /// The line on which it begins, counted from 1.
    line: usize,
    /// The byte of the file at which it begins.
    start: usize,
    text: String,
}

/// An error in an entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EntryError {
    /// The wrong bytes of the entry.
    pub at: Range<usize>,
    /// The error, and what is expected.
    pub message: String,
}

impl EntryFile {
    /// Finds the entries in a text.
    pub fn new(source: impl Into<String>, text: impl Into<String>) -> EntryFile {
        let (source, text) = (source.into(), text.into());
        let extension = Path::new(&source).extension().map(|extension| extension.to_ascii_lowercase());
        let entries = match extension.as_ref().and_then(|extension| extension.to_str()) {
            Some("pgn") => pgn::entries(&text),
            Some("sgf") => sgf::entries(&text),
            _ => lines(&text),
        };
        let mut hasher = blake3::Hasher::new_derive_key("treebench 2026-11 entries of a file");
        for entry in &entries {
            hasher.update(entry.text.as_bytes()).update(b"\n");
        }
        let hash = hasher.finalize().to_hex()[..32].to_owned();
        EntryFile { source, text, entries, hash, cache: Cache::default() }
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are no entries.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// An entry, without its comment.
    ///
    /// # Panics
    /// If there are fewer entries.
    pub fn entry(&self, index: usize) -> &str {
        &self.entries[index].text
    }

    /// What `make` computes from the entries, made once for each name.
    pub fn computed<T: Any + Send + Sync>(&self, name: &str, make: impl FnOnce() -> T) -> Arc<T> {
        let mut known = self.cache.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(name).and_then(|found| Arc::clone(found).downcast().ok()) {
            return found;
        }
        let made = Arc::new(make());
        known.insert(name.to_owned(), Arc::clone(&made) as Arc<dyn Any + Send + Sync>);
        made
    }

    /// The file's name for messages.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// A hash of the entries in their order, in 32 hexadecimal digits. Comments do not change it.
    pub(super) fn hash(&self) -> &str {
        &self.hash
    }

    /// The place of some bytes of an entry.
    pub(super) fn place(&self, index: usize, at: &Range<usize>, origin: &str) -> Place {
        let Entry { line, start: first, text: entry } = &self.entries[index];
        let start = self.text[..*first].rfind('\n').map_or(0, |end| end + 1);
        let end = self.text[start..].find('\n').map_or(self.text.len(), |length| start + length);
        // Entries that were put together from several places are shown from where they begin.
        let at = if self.text[*first..].starts_with(entry.as_str()) { at.clone() } else { 0..0 };
        let (from, to) = (entry.floor_char_boundary(at.start), entry.ceil_char_boundary(at.end.max(at.start)));
        Place {
            source: self.source.clone(),
            origin: origin.to_owned(),
            line: *line,
            column: 1 + self.text[start..first + from].chars().count(),
            text: self.text[start..end].trim_end_matches('\r').to_owned(),
            width: entry[from..to].chars().count().max(1),
        }
    }
}

/// The lines that hold entries.
fn lines(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut start = 0;
    for (number, line) in text.split('\n').enumerate() {
        let entry = without_comment(line).trim();
        if !entry.is_empty() {
            // `trim` only moves the ends of the slice.
            let from = start + (entry.as_ptr() as usize - line.as_ptr() as usize);
            entries.push(Entry { line: number + 1, start: from, text: entry.to_owned() });
        }
        start += line.len() + 1;
    }
    entries
}

/// A line without the comment at its end.
fn without_comment(line: &str) -> &str {
    let begins = |&(at, _): &(usize, &str)| line[..at].chars().next_back().is_none_or(char::is_whitespace);
    line.match_indices('#').find(begins).map_or(line, |(at, _)| &line[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries(text: &str) -> Vec<String> {
        let file = EntryFile::new("x", text);
        (0..file.len()).map(|index| file.entry(index).to_owned()).collect()
    }

    #[test]
    fn comments_and_empty_lines_are_no_entries() {
        assert_eq!(entries("# openings\r\na1 b2 # the usual\r\n\r\n  c3#4\n #\n"), ["a1 b2", "c3#4"]);
        let one = EntryFile::new("x", "a1\nb2\n");
        assert_eq!(one.hash(), EntryFile::new("y", "# first\na1 # why\n\n  b2").hash(), "comments change nothing");
        assert_ne!(one.hash(), EntryFile::new("x", "b2\na1\n").hash());
        assert_ne!(one.hash(), EntryFile::new("x", "a1 b2\n").hash());
    }

    #[test]
    fn an_error_shows_the_line_and_the_bytes() {
        let file = EntryFile::new("x", "a1\r\n  é1 zz # why\r\n");
        let place = file.place(1, &(4..6), "");
        assert_eq!((place.line, place.column, place.width, place.text.as_str()), (2, 6, 2, "  é1 zz # why"));
        assert_eq!(file.place(1, &(90..91), "").width, 1, "bytes beyond the entry are its end");
    }
}
