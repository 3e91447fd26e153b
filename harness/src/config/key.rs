//! Keys and sections: the types of which the table of keys is made, and reading by them.

use super::diagnostics::Diagnostics;
use super::key_path::{KeyPath, Part};
use super::shape::Shape;
use figment::value::{Dict, Value};
use serde_json::{Map, Value as Json, json};
use treebench_games::names::nearest;
use treebench_games::params::ParamSpec;

/// A key of a section.
pub(crate) struct Key<S> {
    /// Its name.
    pub(crate) name: &'static str,
    /// What its value looks like.
    pub(crate) shape: S,
    /// Whether it must be given, and what holds otherwise.
    pub(crate) presence: Presence,
    /// What it means, in Markdown, for the key reference and for editors.
    pub(crate) doc: &'static str,
}

/// What holds if a key is not given.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Presence {
    /// It must be given; an example for the error.
    Required(&'static str),
    /// This value, as TOML or in a few words.
    Default(&'static str),
    /// Nothing.
    Optional,
    /// It is written in resolved copies only, and not part of the key reference.
    Resolved,
}

/// A key of any shape.
pub(crate) trait AnyKey: Sync {
    fn name(&self) -> &'static str;
    fn presence(&self) -> Presence;
    fn doc(&self) -> &'static str;
    fn words(&self) -> String;
    fn schema(&self, kinds: &[KindTable]) -> Json;
    /// The keys of the table that is its value, or of every table in that.
    fn keys(&self) -> &'static [&'static dyn AnyKey];
}

impl<S: Shape> AnyKey for Key<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn presence(&self) -> Presence {
        self.presence
    }

    fn doc(&self) -> &'static str {
        self.doc
    }

    fn words(&self) -> String {
        self.shape.words()
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let mut schema = self.shape.schema(kinds);
        schema["description"] = json!(self.doc);
        schema
    }

    fn keys(&self) -> &'static [&'static dyn AnyKey] {
        self.shape.keys()
    }
}

/// A table with known keys, and how its wire type is made of them.
pub(crate) struct Section<T> {
    pub(crate) keys: &'static [&'static dyn AnyKey],
    /// Reads the keys; `None` if too much is missing.
    pub(crate) read: fn(&mut Fields<'_>) -> Option<T>,
    /// The registry whose entries say which parameters there are, if the table has the key `use`.
    pub(crate) registry: Option<Registry>,
    /// Whether exactly one of the keys must be given.
    pub(crate) one_key: bool,
}

/// What `use` names.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Registry {
    Games,
    Agents,
}

/// A kind and the table with its settings, as far as the configuration needs to know it.
#[derive(Clone, Debug)]
pub struct KindTable {
    /// The name of the kind and of the table.
    pub name: &'static str,
    /// What the kind measures.
    pub doc: &'static str,
    /// The keys; `None` if the kind has no table of its own.
    pub settings: Option<Vec<ParamSpec>>,
}

/// The values of a table that is being read.
pub(crate) struct Fields<'a> {
    pub(crate) table: &'a Dict,
    pub(crate) at: &'a KeyPath,
    pub(crate) diagnostics: &'a mut Diagnostics,
}

impl Fields<'_> {
    /// The value of a key. A required key that is missing, and a value of the wrong shape, are errors.
    pub(crate) fn get<S: Shape>(&mut self, key: &Key<S>) -> Option<S::Value> {
        let at = self.at.key(key.name);
        match (self.table.get(key.name), key.presence) {
            (Some(value), _) => key.shape.read(value, &at, self.diagnostics),
            (None, Presence::Required(example)) => {
                let message = format!("`{}` is missing", key.name);
                self.diagnostics.add(&at, Part::Key, message).help(format_args!("write {example}"));
                None
            }
            (None, _) => None,
        }
    }
}

impl<T> Section<T> {
    /// Reads a table of which the type is known.
    fn read_table(&self, table: &Dict, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<T> {
        diagnostics.only(table, at, &self.keys.iter().map(|key| key.name()).collect::<Vec<_>>());
        (self.read)(&mut Fields { table, at, diagnostics })
    }
}

impl<T> Shape for Section<T> {
    type Value = T;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<T> {
        let table = diagnostics.table(value, at)?;
        self.read_table(table, at, diagnostics)
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let mut schema = json!({ "type": "object", "properties": properties(self.keys, kinds), "additionalProperties": false });
        if let Some(registry) = self.registry {
            super::schema::add_parameters(&mut schema, registry, self.keys);
        }
        if self.one_key {
            schema["minProperties"] = json!(1);
            schema["maxProperties"] = json!(1);
        }
        schema
    }

    fn words(&self) -> String {
        "table".to_owned()
    }

    fn keys(&self) -> &'static [&'static dyn AnyKey] {
        self.keys
    }
}

/// The schemas of some keys.
pub(crate) fn properties(keys: &[&dyn AnyKey], kinds: &[KindTable]) -> Map<String, Json> {
    keys.iter().map(|key| (key.name().to_owned(), key.schema(kinds))).collect()
}

impl Diagnostics {
    /// Adds an error for every key that is not among the allowed ones.
    pub(crate) fn only(&mut self, table: &Dict, at: &KeyPath, allowed: &[&str]) {
        for key in table.keys().filter(|key| !allowed.contains(&key.as_str())) {
            if self.full() {
                return;
            }
            let home = if at.is_top() { "at the top of the file".to_owned() } else { format!("in `{at}`") };
            let error = self.add(&at.key(key), Part::Key, format!("unknown key `{key}` {home}"));
            if allowed.contains(&"params") && nearest(key, allowed.iter().copied()).is_none() {
                error.help(format_args!("a parameter belongs in `params`: write params = {{ {key} = … }}"));
            }
            error.suggest(key, allowed.iter().copied());
        }
    }
}
