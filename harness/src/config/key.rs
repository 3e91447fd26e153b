//! Keys and sections: the parts of a table's declaration, and reading by it.

use super::key_path::{KeyPath, Part};
use super::reference::sections_with;
use super::shape::{Description, Field, Shape};
use super::toml_text::Toml;
use figment::value::{Dict, Value};
use serde_json::{Map, Value as Json, json};
use std::borrow::Cow;
use treebench_games::names::nearest;
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
    limits: Limits,
    describe: fn(&Limits, &[KindTable]) -> Description,
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
    /// The key of a field with this type.
    pub(crate) const fn of<T: Shape>(name: &'static str, doc: &'static str, presence: Presence, limits: Limits) -> Key {
        Key { name, doc, presence, title: T::TITLE, below: T::BELOW, limits, describe: T::describe }
    }

    /// Its description for editors and readers.
    pub(crate) fn describe(&self, kinds: &[KindTable]) -> Description {
        let mut description = (self.describe)(&self.limits, kinds);
        description.schema["description"] = json!(self.doc);
        description
    }
}

/// A table with known keys; `#[derive(Section)]` declares one.
pub(crate) trait Section: Sized {
    /// Its keys, in the order of the key reference.
    const KEYS: &'static [Key];

    /// Reads the keys; `None` if a required one is missing.
    fn read_keys(fields: &Fields<'_>) -> Option<Self>;

    /// The values of the keys, in their order.
    fn values(&self) -> Vec<Toml>;

    /// Adds rules to the JSON Schema that concern several keys.
    fn add_rules(schema: &mut Json) {
        let _ = schema;
    }

    /// Reads a table. Unknown keys are errors; a misspelt one is then read as the key that was meant.
    fn read_table(table: &Dict, at: &KeyPath) -> Option<Self> {
        let allowed: Vec<&str> = Self::KEYS.iter().map(|key| key.name).collect();
        Self::read_keys(&Fields { keys: Self::KEYS, table: &as_meant(table, at, &allowed), at })
    }

    /// As TOML.
    fn table(&self) -> Vec<(String, Toml)> {
        Self::KEYS.iter().map(|key| key.name.to_owned()).zip(self.values()).collect()
    }
}

/// The values of a table during reading.
pub(crate) struct Fields<'a> {
    keys: &'static [Key],
    table: &'a Dict,
    at: &'a KeyPath,
}

impl Fields<'_> {
    /// The value of a key. A required key that is missing, and a value of the wrong shape, are errors.
    pub(crate) fn read<T: Shape>(&self, index: usize) -> Option<T> {
        let key = &self.keys[index];
        let at = self.place_of(index);
        match (self.table.get(key.name), &key.presence) {
            (Some(value), _) => T::read(&Field { value, at, limits: &key.limits }),
            (None, Presence::Required(example)) => {
                at.refuse(Part::Key, format!("`{}` is missing", key.name)).help(format_args!("write {example}"));
                None
            }
            (None, _) => None,
        }
    }

    /// The place of the table.
    pub(crate) fn place(&self) -> &KeyPath {
        self.at
    }

    /// The place of a key's value.
    pub(crate) fn place_of(&self, index: usize) -> KeyPath {
        self.at.key(self.keys[index].name)
    }
}

/// The schemas of some keys.
pub(crate) fn properties<'k>(keys: impl IntoIterator<Item = &'k Key>, kinds: &[KindTable]) -> Map<String, Json> {
    keys.into_iter().map(|key| (key.name.to_owned(), key.describe(kinds).schema)).collect()
}

/// A placeholder for agents in guessed key names.
const PLAYERS: [&str; 8] = ["agents", "agent", "players", "candidates", "candidate", "opponents", "opponent", "against"];

/// The top of a file, in errors.
pub(super) const TOP: &str = "at the top of the file";

/// The message about an unknown key.
pub(super) fn unknown_key(key: &str, home: &str) -> String {
    format!("unknown key `{key}` {home}")
}

/// A table with the allowed keys only. Every other key is an error; if it is near an allowed one, that one has its value, so that a misspelling
/// causes no further errors.
pub(crate) fn as_meant<'t>(table: &'t Dict, at: &KeyPath, allowed: &[&str]) -> Cow<'t, Dict> {
    let mut meant = Cow::Borrowed(table);
    for (key, value) in table.iter().filter(|(key, _)| !allowed.contains(&key.as_str())) {
        if at.sources().full() {
            break;
        }
        let near = refuse_unknown((key, value), at, allowed);
        let table = meant.to_mut();
        table.remove(key);
        if let Some(near) = near {
            rename(table, value, [&at.key(near), &at.key(key)]);
        }
    }
    meant
}

/// Puts the value of a misspelt key in the place of the key that was meant. A table adds to a table that is there.
fn rename(table: &mut Dict, value: &Value, [meant, written]: [&KeyPath; 2]) {
    match (table.get_mut(meant.name()), value) {
        (None, _) => {
            meant.sources().misspell(meant, written);
            table.insert(meant.name().to_owned(), value.clone());
        }
        (Some(Value::Dict(_, known)), Value::Dict(_, more)) => {
            more.iter().for_each(|(key, value)| rename(known, value, [&meant.key(key), &written.key(key)]));
        }
        _ => {}
    }
}

/// Adds an error for a key that is not among the allowed ones, and returns the one that was meant.
fn refuse_unknown<'k>((key, value): (&str, &Value), at: &KeyPath, allowed: &[&'k str]) -> Option<&'k str> {
    let others = sections_with(key, at.sources().kinds());
    // At the top are tables: a single value is rather a key of one of them.
    let is_elsewhere = at.is_top() && value.as_dict().is_none() && value.as_array().is_none() && !others.is_empty();
    let near = nearest(key, allowed.iter().copied()).filter(|_| !is_elsewhere);
    let home = if at.is_top() { TOP.to_owned() } else { format!("in `{at}`") };
    let at = at.key(key);
    let mut error = at.refuse(Part::Key, unknown_key(key, &home));
    match &others[..] {
        _ if near.is_some() => {}
        _ if PLAYERS.contains(&key) => {
            error.help("in a match [compare] says who plays whom: candidate = \"opponent\", by names of agents; in a tournament, [tournament] players = [\"…\"]; in a search, \
                 every [agent.NAME] searches");
        }
        [] if allowed.contains(&"params") => {
            error.help(format_args!("a parameter belongs in `params`: write params = {{ {key} = … }}"));
        }
        [] => {}
        sections => {
            error.help(format_args!("`{key}` belongs in {}", sections.join(" or ")));
        }
    }
    error.suggest(if is_elsewhere { "" } else { key }, allowed.iter().copied());
    near
}
