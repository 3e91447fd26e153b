//! Keys, as they are declared: what each means, and how its values are described.

use serde_json::{Map, Value as Json, json};
use treebench_games::params::ParamSpec;

/// A key of a section.
pub(crate) struct Key {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its meaning in Markdown, for the key reference and for editors.
    pub(crate) doc: &'static str,
    /// Whether it is required, or its default.
    pub(crate) presence: Presence,
    /// The title of its section in the key reference, with `KEY` for the name.
    pub(crate) title: &'static str,
    /// The keys below it.
    pub(crate) below: &'static [Key],
    pub(super) limits: Limits,
    pub(super) describe: fn(&Limits, &[KindTable]) -> Description,
}

/// The value of an absent key.
pub(crate) enum Presence {
    /// It must be given; an example for the error.
    Required(&'static str),
    /// This value, as it is written.
    Default(fn() -> String),
    /// Described by a few words.
    Otherwise(&'static str),
    /// Nothing.
    Optional,
    /// It is written in resolved copies only, and not part of the key reference.
    Resolved,
}

/// Constraints on the values of a type.
pub(crate) struct Limits {
    /// The least number.
    pub(crate) min: f64,
    /// The greatest number.
    pub(crate) max: f64,
    /// Whether the limits themselves are excluded.
    pub(crate) open: bool,
    /// The kind of names in a table, for the key reference.
    pub(crate) names: &'static str,
    /// Whether the names in a table must be good names of tables: letters, digits, `-` and `_`.
    pub(crate) plain: bool,
}

impl Limits {
    /// No limits beyond those of the type.
    pub(crate) const NONE: Limits = Limits { min: f64::NEG_INFINITY, max: f64::INFINITY, open: false, names: "NAME", plain: false };
}

/// A kind and its tables, as the configuration needs them.
pub struct KindTable {
    /// The name of the kind and of the table with its settings.
    pub name: &'static str,
    /// What the kind measures.
    pub doc: &'static str,
    /// The keys; `None` if the kind has no settings.
    pub settings: Option<Vec<ParamSpec>>,
    /// Its other tables.
    pub(crate) tables: &'static [Key],
}

impl KindTable {
    /// The names of its tables.
    pub(crate) fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.settings.is_some().then_some(self.name).into_iter().chain(self.tables.iter().map(|table| table.name))
    }
}

impl Key {
    /// Its description for editors and readers.
    pub(crate) fn describe(&self, kinds: &[KindTable]) -> Description {
        let mut description = (self.describe)(&self.limits, kinds);
        description.schema["description"] = json!(self.doc);
        description
    }

    /// How a file writes the head of a section.
    pub(super) fn head(&self) -> String {
        self.title.replace("KEY", self.name)
    }

    /// Whether it can be written by hand.
    pub(super) fn is_shown(&self) -> bool {
        !matches!(self.presence, Presence::Resolved)
    }
}

/// The description of a value for editors and readers.
pub(crate) struct Description {
    /// Its JSON Schema.
    pub(crate) schema: Json,
    /// A few words for the key reference.
    pub(crate) words: String,
}

impl Description {
    /// By these.
    pub(crate) fn value(schema: Json, words: impl Into<String>) -> Description {
        Description { schema, words: words.into() }
    }
}

/// The schemas of some keys.
pub(crate) fn properties<'k>(keys: impl IntoIterator<Item = &'k Key>, kinds: &[KindTable]) -> Map<String, Json> {
    keys.into_iter().map(|key| (key.name.to_owned(), key.describe(kinds).schema)).collect()
}

/// The names of the keys that must be given.
pub(crate) fn required(keys: &[Key]) -> Vec<&'static str> {
    keys.iter().filter(|key| matches!(key.presence, Presence::Required(_))).map(|key| key.name).collect()
}
