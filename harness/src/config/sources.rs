//! The documents in the order in which they override each other, and their errors.

use super::error::{ConfigError, ConfigErrors, Place};
use super::known_sections::KnownSections;
use super::layer::{Layer, Part, Reach, Step};
use std::cell::{RefCell, RefMut};
use std::collections::HashMap;
use std::path::Path;

/// The maximum number of errors kept: a file with a hundred thousand unknown keys must not produce as many messages.
const MOST_ERRORS: usize = 50;

/// The documents of one experiment; the last one overrides all others. Every [`KeyPath`](super::KeyPath) leads to them and reports errors here.
#[derive(Default)]
pub(crate) struct Sources {
    layers: Vec<Layer>,
    /// What the file may contain, for error messages.
    sections: KnownSections,
    errors: RefCell<Errors>,
}

/// Collects errors.
#[derive(Default)]
pub(crate) struct Errors {
    list: Vec<ConfigError>,
    /// The index of each error, by place and message.
    known: HashMap<(Option<Place>, String), usize>,
    /// The number of errors beyond the maximum.
    further: usize,
    /// Receives the notes of errors that are not kept.
    dropped: ConfigError,
    misspelt: Vec<Misspelling>,
}

/// A key that is read as the one it was meant to be, so that its wrong name is the only error.
struct Misspelling {
    meant: Vec<Step>,
    written: Vec<Step>,
}

impl Errors {
    /// Adds an error. The same error at the same place is kept once.
    pub(crate) fn add(&mut self, place: Option<Place>, message: impl Into<String>) -> &mut ConfigError {
        let message = message.into();
        if let Some(&index) = self.known.get(&(place.clone(), message.clone())) {
            // The caller adds its notes again.
            self.list[index].notes.clear();
            return &mut self.list[index];
        }
        if self.list.len() >= MOST_ERRORS {
            return self.drop_one();
        }
        self.known.insert((place.clone(), message.clone()), self.list.len());
        self.list.push(ConfigError { message, place, notes: Vec::new() });
        self.list.last_mut().unwrap_or(&mut self.dropped)
    }

    /// Discards an error that another one has caused.
    fn drop_caused(&mut self) -> &mut ConfigError {
        self.dropped.notes.clear();
        &mut self.dropped
    }

    fn drop_one(&mut self) -> &mut ConfigError {
        self.further += 1;
        self.dropped.notes.clear();
        &mut self.dropped
    }

    pub(crate) fn extend(&mut self, errors: impl IntoIterator<Item = ConfigError>) {
        for ConfigError { message, place, notes } in errors {
            self.add(place, message).notes = notes;
        }
    }

    /// Whether there are no errors so far.
    pub(crate) fn none(&self) -> bool {
        self.list.is_empty()
    }

    /// All errors, sorted by document and line.
    pub(crate) fn sorted(mut self, layers: &[Layer]) -> ConfigErrors {
        let rank = |error: &ConfigError| {
            let place = error.place.as_ref();
            let layer = place.and_then(|place| layers.iter().position(|layer| layer.text.name == place.source));
            (layer, place.map(|place| (place.line, place.column)))
        };
        self.list.sort_by_key(rank);
        if self.further > 0 {
            let message = "there are more errors; fix these first".to_owned();
            self.list.push(ConfigError { message, place: None, notes: Vec::new() });
        }
        ConfigErrors(self.list)
    }
}

impl Sources {
    /// Documents with the errors that are known already.
    pub(crate) fn new(layers: Vec<Layer>, sections: KnownSections, known: Vec<ConfigError>) -> Sources {
        let mut errors = Errors::default();
        errors.extend(known);
        Sources { layers, sections, errors: RefCell::new(errors) }
    }

    /// What the file may contain.
    pub(super) fn sections(&self) -> &KnownSections {
        &self.sections
    }

    /// Adds an error at a path. If no document has the path (a key is missing), the error points at the table around it. A misspelt key has its
    /// error already.
    pub(super) fn refuse(&self, at: &[&Step], part: Part, message: impl Into<String>) -> RefMut<'_, ConfigError> {
        if self.is_misspelt(at) {
            return RefMut::map(self.errors.borrow_mut(), Errors::drop_caused);
        }
        if self.errors.borrow().list.len() >= MOST_ERRORS {
            return RefMut::map(self.errors.borrow_mut(), Errors::drop_one);
        }
        self.refuse_at(self.place(at, part), message)
    }

    /// Reads a misspelt key, or a key of a misspelt table, as the one that was meant.
    pub(super) fn misspell(&self, meant: &[&Step], written: &[&Step]) {
        let [meant, written] = [meant, written].map(|at| at.iter().copied().cloned().collect());
        self.errors.borrow_mut().misspelt.push(Misspelling { meant, written });
    }

    /// Whether a key was given under a misspelt name.
    pub(super) fn is_misspelt(&self, at: &[&Step]) -> bool {
        self.errors
            .borrow()
            .misspelt
            .iter()
            .any(|known| known.meant.last() != known.written.last() && known.meant.iter().eq(at.iter().copied()))
    }

    /// The path as it is written.
    fn written(&self, at: &[&Step]) -> Vec<Step> {
        let mut steps: Vec<Step> = at.iter().copied().cloned().collect();
        // Tables are read from the top, so that an outer misspelling comes before one inside it.
        for Misspelling { meant, written } in self.errors.borrow().misspelt.iter().rev() {
            if steps.starts_with(meant) {
                steps.splice(..meant.len(), written.iter().cloned());
            }
        }
        steps
    }

    /// Adds an error at a known place.
    pub(crate) fn refuse_at(&self, place: Option<Place>, message: impl Into<String>) -> RefMut<'_, ConfigError> {
        RefMut::map(self.errors.borrow_mut(), |errors| errors.add(place, message))
    }

    /// The place of a path in the topmost document that has it.
    pub(super) fn place(&self, at: &[&Step], part: Part) -> Option<Place> {
        let steps = self.written(at);
        let found = self.layers.iter().rev().find_map(|layer| layer.place(&steps, part));
        match (found, at.split_last()) {
            (Some(place), Some(_)) => Some(place),
            (None, Some((_, up))) => self.place(up, Part::Key),
            (_, None) => self.main().map(|layer| layer.text.whole(&layer.origin)),
        }
    }

    /// The index of the topmost document that has a path; a higher one overrides a lower one.
    pub(super) fn rank(&self, at: &[&Step]) -> Option<usize> {
        let steps = self.written(at);
        self.layers.iter().rposition(|layer| layer.place(&steps, Part::Key).is_some())
    }

    /// What overrides the file, in a few words each: a profile, and hypotheses that are set elsewhere.
    pub(crate) fn overrides(&self, hypotheses: &[&Step]) -> Vec<String> {
        let profile = self.layers.iter().find_map(|layer| layer.reach.profile()).map(|name| format!("profile {name}"));
        let set = self.rank(hypotheses).is_some_and(|rank| self.layers[rank].reach == Reach::Override);
        profile.into_iter().chain(set.then(|| "hypotheses set outside the file".to_owned())).collect()
    }

    /// The folder of the document that has a path.
    pub(super) fn folder(&self, at: &[&Step]) -> &Path {
        self.rank(at).map(|rank| &self.layers[rank]).or(self.main()).map_or(Path::new(""), |layer| &layer.folder)
    }

    /// The file itself, without its includes.
    fn main(&self) -> Option<&Layer> {
        self.layers.iter().rfind(|layer| layer.reach == Reach::Base)
    }

    /// Whether there are no errors so far.
    pub(crate) fn none(&self) -> bool {
        self.errors.borrow().none()
    }

    /// The number of errors so far.
    pub(crate) fn count(&self) -> usize {
        let errors = self.errors.borrow();
        errors.list.len() + errors.further
    }

    /// Whether further errors are no longer kept, so looking for more is pointless.
    pub(crate) fn full(&self) -> bool {
        self.errors.borrow().further > 0
    }

    /// Adds errors found elsewhere.
    pub(crate) fn extend(&self, errors: ConfigErrors) {
        self.errors.borrow_mut().extend(errors.0);
    }

    /// The errors inside the profile.
    pub(crate) fn take_errors_of_profile(&self) -> ConfigErrors {
        let is_in = |layer: &Layer, place: &Place| {
            layer.reach.profile().is_some() && layer.text.name == place.source && layer.origin == place.origin
        };
        let mut errors = self.take_errors();
        errors.0.retain(|error| error.place.as_ref().is_some_and(|place| self.layers.iter().any(|layer| is_in(layer, place))));
        errors
    }

    /// All errors, sorted by document and line.
    pub(crate) fn take_errors(&self) -> ConfigErrors {
        self.errors.take().sorted(&self.layers)
    }
}
