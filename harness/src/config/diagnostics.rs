//! The documents in the order in which they cover each other, and the errors found in them.

use super::error::{ConfigError, ConfigErrors, Place};
use super::key_path::{KeyPath, Part};
use super::layer::{Layer, Reach};
use std::collections::HashMap;
use std::path::Path;

/// The most errors that are kept. A file with a hundred thousand unknown keys must not cost as many messages.
const MOST_ERRORS: usize = 50;

/// Collects what is wrong with some documents, of which the last one covers all others.
pub(crate) struct Diagnostics {
    pub(crate) layers: Vec<Layer>,
    errors: Vec<ConfigError>,
    /// The index of each error, by place and message.
    known: HashMap<(Option<Place>, String), usize>,
    /// Errors beyond the most that are kept.
    further: usize,
    /// Receives the notes of errors that are not kept.
    dropped: ConfigError,
}

impl Default for Diagnostics {
    fn default() -> Self {
        let dropped = ConfigError { message: String::new(), place: None, notes: Vec::new() };
        Diagnostics { layers: Vec::new(), errors: Vec::new(), known: HashMap::new(), further: 0, dropped }
    }
}

impl Diagnostics {
    /// Adds an error at a path. If no document has the path (a key is missing), the error points at the table around it.
    pub(crate) fn add(&mut self, at: &KeyPath, part: Part, message: impl Into<String>) -> &mut ConfigError {
        if self.errors.len() >= MOST_ERRORS {
            return self.drop_one();
        }
        let place = self.place(at, part);
        self.add_at(place, message)
    }

    /// Adds an error at a known place. The same error at the same place is kept once.
    pub(crate) fn add_at(&mut self, place: Option<Place>, message: impl Into<String>) -> &mut ConfigError {
        let message = message.into();
        if let Some(&index) = self.known.get(&(place.clone(), message.clone())) {
            // The caller adds its notes again.
            self.errors[index].notes.clear();
            return &mut self.errors[index];
        }
        if self.errors.len() >= MOST_ERRORS {
            return self.drop_one();
        }
        self.known.insert((place.clone(), message.clone()), self.errors.len());
        self.errors.push(ConfigError { message, place, notes: Vec::new() });
        self.errors.last_mut().unwrap_or(&mut self.dropped)
    }

    fn drop_one(&mut self) -> &mut ConfigError {
        self.further += 1;
        self.dropped.notes.clear();
        &mut self.dropped
    }

    /// The place of a path in the topmost document that has it.
    pub(crate) fn place(&self, at: &KeyPath, part: Part) -> Option<Place> {
        let found = self.layers.iter().rev().find_map(|layer| layer.place(at, part));
        match found {
            Some(place) if !at.is_top() => Some(place),
            _ if at.is_top() => self.main().map(|layer| layer.text.whole(&layer.origin)),
            _ => self.place(&at.up(), Part::Key),
        }
    }

    /// The index of the topmost document that has a path; a higher one covers a lower one.
    pub(crate) fn rank(&self, at: &KeyPath) -> Option<usize> {
        self.layers.iter().rposition(|layer| layer.place(at, Part::Key).is_some())
    }

    /// The folder of the document that has a path.
    pub(crate) fn folder(&self, at: &KeyPath) -> &Path {
        self.rank(at).map(|rank| &self.layers[rank]).or(self.main()).map_or(Path::new(""), |layer| &layer.folder)
    }

    /// The file that was named, without what it includes.
    fn main(&self) -> Option<&Layer> {
        self.layers.iter().rfind(|layer| layer.reach == Reach::Base)
    }

    /// Whether there are no errors so far.
    pub(crate) fn none(&self) -> bool {
        self.errors.is_empty()
    }

    /// The number of errors so far.
    pub(crate) fn count(&self) -> usize {
        self.errors.len() + self.further
    }

    /// Whether errors are no longer kept, so that there is no point in looking for more.
    pub(crate) fn full(&self) -> bool {
        self.further > 0
    }

    /// All errors, sorted by source and line.
    pub(crate) fn into_errors(mut self) -> ConfigErrors {
        let rank = |error: &ConfigError| {
            let place = error.place.as_ref();
            let layer = place.and_then(|place| self.layers.iter().position(|layer| layer.text.name == place.source));
            (layer, place.map(|place| (place.line, place.column)))
        };
        self.errors.sort_by_key(rank);
        if self.further > 0 {
            let message = "there are more errors: mend these first".to_owned();
            self.errors.push(ConfigError { message, place: None, notes: Vec::new() });
        }
        ConfigErrors(self.errors)
    }
}
