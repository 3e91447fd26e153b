//! The path from the top of a document to a value, and errors about that value.

use super::error::{ConfigError, Place};
use super::layer::{Part, Step};
use super::sources::Sources;
use std::cell::RefMut;
use std::fmt;
use std::path::Path;
use std::rc::Rc;

/// The steps from the top of the merged document to a value. Long lists make many paths, so each holds its last step and shares the
/// rest.
#[derive(Clone)]
pub(crate) struct KeyPath(Rc<Link>);

enum Link {
    Top(Box<Sources>),
    Below { up: KeyPath, step: Step },
}

impl KeyPath {
    /// The top of a document.
    pub(crate) fn top(sources: Sources) -> KeyPath {
        KeyPath(Rc::new(Link::Top(Box::new(sources))))
    }

    /// The path of values without a source. Errors about them are lost.
    pub(crate) fn nowhere() -> KeyPath {
        KeyPath::top(Sources::default())
    }

    /// The value of a key of this table.
    pub(crate) fn key(&self, key: &str) -> KeyPath {
        self.step(Step::Key(key.to_owned()))
    }

    /// An item of this list.
    pub(crate) fn item(&self, index: usize) -> KeyPath {
        self.step(Step::Index(index))
    }

    fn step(&self, step: Step) -> KeyPath {
        KeyPath(Rc::new(Link::Below { up: self.clone(), step }))
    }

    /// The steps from the top.
    pub(crate) fn steps(&self) -> Vec<&Step> {
        let mut steps: Vec<&Step> = self.steps_up().collect();
        steps.reverse();
        steps
    }

    fn steps_up(&self) -> impl Iterator<Item = &Step> {
        std::iter::successors(Some(self), |path| path.up()).filter_map(|path| match &*path.0 {
            Link::Below { step, .. } => Some(step),
            Link::Top(_) => None,
        })
    }

    /// Whether the path is the top.
    pub(crate) fn is_top(&self) -> bool {
        self.up().is_none()
    }

    /// The last key of the path, as the user wrote it before the value.
    pub(crate) fn name(&self) -> &str {
        let last = self.steps_up().find_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
        last.unwrap_or("the file")
    }

    /// The path without its last step; `None` at the top.
    pub(crate) fn up(&self) -> Option<&KeyPath> {
        match &*self.0 {
            Link::Below { up, .. } => Some(up),
            Link::Top(_) => None,
        }
    }

    /// The documents that have the path.
    pub(crate) fn sources(&self) -> &Sources {
        match &*self.0 {
            Link::Below { up, .. } => up.sources(),
            Link::Top(sources) => sources,
        }
    }

    /// Adds an error about the key or the value. If no document has it (a key is missing), the error points at the table around it; if it was misspelt,
    /// that is the error.
    pub(crate) fn refuse(&self, part: Part, message: impl Into<String>) -> RefMut<'_, ConfigError> {
        self.sources().refuse(&self.steps(), part, message)
    }

    /// Whether an unknown key beside this one was meant to be it.
    pub(crate) fn is_misspelt(&self) -> bool {
        self.sources().is_misspelt(&self.steps())
    }

    /// The place of the key or the value in the topmost document that has it.
    pub(crate) fn place(&self, part: Part) -> Option<Place> {
        self.sources().place(&self.steps(), part)
    }

    /// The index of the topmost document that has the path; a higher one overrides a lower one.
    pub(crate) fn rank(&self) -> Option<usize> {
        self.sources().rank(&self.steps())
    }

    /// The folder of the document that has the path.
    pub(crate) fn folder(&self) -> &Path {
        self.sources().folder(&self.steps())
    }
}

impl fmt::Display for KeyPath {
    /// `agent.candidate.sweep`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys = self.steps().into_iter().filter_map(|step| if let Step::Key(key) = step { Some(key.as_str()) } else { None });
        f.write_str(&keys.collect::<Vec<_>>().join("."))
    }
}

impl fmt::Debug for KeyPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
