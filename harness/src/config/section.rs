//! Sections: tables with known keys, and their reading.

use super::key::{Description, Key, KindTable, Limits, Presence, properties, required};
use super::key_path::KeyPath;
use super::layer::Part;
use super::shape::{Field, Optional, Shape};
use super::toml_text::Toml;
use figment::value::{Dict, Value};
use serde_json::{Value as Json, json};
use std::borrow::Cow;
use treebench_games::names::nearest;

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

impl<S: Section> Shape for S {
    const BELOW: &'static [Key] = S::KEYS;

    fn read(field: &Field<'_>) -> Option<S> {
        if let Some(table) = field.value.as_dict() {
            return S::read_table(table, &field.at);
        }
        let required = S::KEYS.iter().filter_map(|key| if let Presence::Required(example) = key.presence { Some(example) } else { None });
        let required: Vec<&str> = required.collect();
        let mut error = field.wrong(&format!("a table: [{}]", field.at));
        if !required.is_empty() {
            error.help(format_args!("write {} = {{ {} }}", field.at.name(), required.join(", ")));
        }
        None
    }

    fn toml(&self) -> Toml {
        Toml::Table(self.table())
    }

    fn describe(_limits: &Limits, kinds: &[KindTable]) -> Description {
        let properties = properties(S::KEYS, kinds);
        let mut schema = json!({ "type": "object", "properties": properties, "additionalProperties": false });
        S::add_rules(&mut schema);
        Description::value(schema, "table")
    }
}

/// A list of tables, such as `[[exclude]]`.
#[derive(Clone, Debug)]
pub(crate) struct Tables<T>(pub(crate) Vec<T>);

impl<T> Default for Tables<T> {
    fn default() -> Self {
        Tables(Vec::new())
    }
}

impl<T: Section> Shape for Tables<T> {
    const TITLE: &'static str = "[[KEY]]";
    const BELOW: &'static [Key] = T::KEYS;

    fn read(field: &Field<'_>) -> Option<Tables<T>> {
        let Some(items) = field.value.as_array() else {
            field.wrong(&format!("tables: [[{}]]", field.at.name()));
            return None;
        };
        Some(Tables(items.iter().enumerate().filter_map(|(i, item)| T::read(&field.item(i, item))).collect()))
    }

    fn toml(&self) -> Toml {
        Toml::Tables(self.0.iter().map(T::toml).collect())
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        let mut each = T::describe(limits, kinds).schema;
        each["required"] = json!(required(T::KEYS));
        let schema = json!({ "type": "array", "items": each });
        Description::value(schema, "tables")
    }
}

impl<T: Section> Optional for Tables<T> {}

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
            meant.sources().misspell(&meant.steps(), &written.steps());
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
    let others = at.sources().sections().with_key(key);
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
