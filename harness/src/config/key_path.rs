//! The way from the top of a document to one of its values.

use std::fmt;
use std::sync::Arc;

/// One step down into a value.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Step {
    /// The value of a key.
    Key(String),
    /// An item of a list, from 0.
    Index(usize),
}

/// The steps from the top of the merged document to a value. Long lists make many paths, so each holds its last step and shares the
/// rest.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(crate) struct KeyPath(Option<Arc<Link>>);

#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Link {
    up: KeyPath,
    step: Step,
}

/// The half of `key = value` that an error points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Part {
    /// The key.
    Key,
    /// The value.
    Value,
}

impl KeyPath {
    /// The top.
    pub(crate) fn top() -> KeyPath {
        KeyPath::default()
    }

    /// The value of a key of this table.
    pub(crate) fn key(&self, key: &str) -> KeyPath {
        KeyPath(Some(Arc::new(Link { up: self.clone(), step: Step::Key(key.to_owned()) })))
    }

    /// An item of this list.
    pub(crate) fn item(&self, index: usize) -> KeyPath {
        KeyPath(Some(Arc::new(Link { up: self.clone(), step: Step::Index(index) })))
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

    /// The last key of the path, which is the one that the user wrote before the value.
    pub(crate) fn name(&self) -> &str {
        let mut links = std::iter::successors(self.0.as_deref(), |link| link.up.0.as_deref());
        let last = links.find_map(|link| if let Step::Key(key) = &link.step { Some(key.as_str()) } else { None });
        last.unwrap_or("the file")
    }

    /// The path without its last step.
    pub(crate) fn up(&self) -> KeyPath {
        self.0.as_ref().map_or(KeyPath::top(), |link| link.up.clone())
    }
}

impl fmt::Display for KeyPath {
    /// `agent.candidate.sweep`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.steps().into_iter().filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
        f.write_str(&keys.collect::<Vec<_>>().join("."))
    }
}
