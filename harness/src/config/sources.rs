//! All documents in the order in which they cover each other, and the faults found in them.

use super::error::{ConfigError, ConfigErrors, Place};
use super::layer::Layer;
use std::fmt;
use std::path::Path;
use std::sync::Arc;
use treebench_games::names::nearest;

/// One step down into a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Step {
    Key(String),
    Index(usize),
}

/// The way from the top of the merged document to a value. Long lists make many of them, so each holds one step and shares the rest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct At(Option<Arc<Link>>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Link {
    up: At,
    step: Step,
}

impl At {
    /// The top.
    pub(crate) fn top() -> At {
        At::default()
    }

    /// The value of a key of this table.
    pub(crate) fn key(&self, key: &str) -> At {
        At(Some(Arc::new(Link { up: self.clone(), step: Step::Key(key.to_owned()) })))
    }

    /// An item of this list.
    pub(crate) fn item(&self, index: usize) -> At {
        At(Some(Arc::new(Link { up: self.clone(), step: Step::Index(index) })))
    }

    /// Whether this is the top.
    pub(crate) fn is_top(&self) -> bool {
        self.0.is_none()
    }

    /// The steps from the top.
    pub(crate) fn steps(&self) -> Vec<&Step> {
        let mut steps: Vec<&Step> = std::iter::successors(self.0.as_deref(), |link| link.up.0.as_deref()).map(|link| &link.step).collect();
        steps.reverse();
        steps
    }

    /// What the path ends with: the key that the user wrote last.
    pub(crate) fn name(&self) -> &str {
        let last = self.steps().into_iter().rev().find_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
        last.unwrap_or("the file")
    }

    fn up(&self) -> At {
        self.0.as_ref().map_or(At::top(), |link| link.up.clone())
    }
}

impl fmt::Display for At {
    /// `agent.candidate.sweep`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.steps().into_iter().filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
        f.write_str(&keys.collect::<Vec<_>>().join("."))
    }
}

/// Which half of `key = value` is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    Key,
    Value,
}

/// The documents, the one that covers all others last, and what is wrong with them.
#[derive(Default)]
pub(crate) struct Faults {
    pub(crate) layers: Vec<Layer>,
    errors: Vec<ConfigError>,
}

impl Faults {
    /// Notes a fault at a path. If no document has the path (a key is missing), the fault is shown at the table around it.
    pub(crate) fn add(&mut self, at: &At, part: Part, message: impl Into<String>) -> &mut ConfigError {
        let place = self.place(at, part);
        self.add_at(place, message)
    }

    /// Notes a fault at a known place. The same fault at the same place is noted once.
    pub(crate) fn add_at(&mut self, place: Option<Place>, message: impl Into<String>) -> &mut ConfigError {
        let error = ConfigError { message: message.into(), place, notes: Vec::new() };
        let known = self.errors.iter().position(|e| e.message == error.message && e.place == error.place);
        let index = known.unwrap_or(self.errors.len());
        if known.is_none() {
            self.errors.push(error);
        } else {
            // The caller adds its notes again.
            self.errors[index].notes.clear();
        }
        &mut self.errors[index]
    }

    /// The place of a path in the topmost document that has it.
    pub(crate) fn place(&self, at: &At, part: Part) -> Option<Place> {
        let found = self.layers.iter().rev().find_map(|layer| layer.place(at, part));
        match found {
            Some(place) if !at.is_top() => Some(place),
            _ if at.is_top() => self.main().map(|layer| layer.text.whole(&layer.origin)),
            _ => self.place(&at.up(), Part::Key),
        }
    }

    /// How far up a path stands: a higher layer covers a lower one.
    pub(crate) fn rank(&self, at: &At) -> Option<usize> {
        self.layers.iter().rposition(|layer| layer.place(at, Part::Key).is_some())
    }

    /// The folder of the document in which a path stands.
    pub(crate) fn folder(&self, at: &At) -> &Path {
        self.rank(at).map(|rank| &self.layers[rank]).or(self.main()).map_or(Path::new(""), |layer| &layer.folder)
    }

    /// The file that was named, without what it includes.
    fn main(&self) -> Option<&Layer> {
        self.layers.iter().rfind(|layer| layer.reach == super::layer::Reach::Base)
    }

    /// Whether nothing is wrong so far.
    pub(crate) fn none(&self) -> bool {
        self.errors.is_empty()
    }

    /// How many faults there are.
    pub(crate) fn count(&self) -> usize {
        self.errors.len()
    }

    /// All faults, sorted by source and line.
    pub(crate) fn into_errors(mut self) -> ConfigErrors {
        let rank = |error: &ConfigError| {
            let place = error.place.as_ref();
            let layer = place.and_then(|place| self.layers.iter().position(|layer| layer.text.name == place.source));
            (layer, place.map(|place| (place.line, place.column)))
        };
        self.errors.sort_by_key(rank);
        ConfigErrors(self.errors)
    }
}

impl ConfigError {
    /// Adds the nearest of the allowed names, if one is near, and all of them. An empty text has no nearest name.
    pub(crate) fn suggest<'a>(&mut self, text: &str, allowed: impl IntoIterator<Item = &'a str> + Clone) -> &mut Self {
        if let Some(near) = nearest(text, allowed.clone()).filter(|_| !text.is_empty()) {
            self.notes.push(format!("help: did you mean `{near}`?"));
        }
        let names: Vec<&str> = allowed.into_iter().collect();
        self.notes.push(if names.is_empty() { "allowed: nothing".to_owned() } else { format!("allowed: {}", names.join(", ")) });
        self
    }

    /// Adds what would be right.
    pub(crate) fn help(&mut self, text: impl fmt::Display) -> &mut Self {
        self.notes.push(format!("help: {text}"));
        self
    }
}
