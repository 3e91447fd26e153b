//! The types of keys. A type declares how its values are read, written, described by JSON Schema, and named in the key reference.

mod choice;
mod many;
mod number;
mod single;

pub(crate) use choice::{Choice, Word, choice, describe_choice, read_choice};
pub(crate) use single::{FolderName, KindName, Located, NamedTable};

use super::error::ConfigError;
use super::key::{Description, Key, KindTable, Limits, Presence};
use super::key_path::KeyPath;
use super::layer::Part;
use super::toml_text::Toml;
use figment::value::{Dict, Value};
use std::cell::RefMut;
use treebench_agents::agents;
use treebench_games::games;
use treebench_games::params::Value as Param;

/// The type of a key's value.
#[diagnostic::on_unimplemented(message = "`{Self}` cannot be the type of a key", label = "not a type that TOML can hold")]
pub(crate) trait Shape: Sized {
    /// The title of a section of this type in the key reference, with `KEY` for the name.
    const TITLE: &'static str = "[KEY]";

    /// The keys below it, if it is a table with known keys, or has such tables in it.
    const BELOW: &'static [Key] = &[];

    /// Reads a value; `None`, with an error, if it has another shape.
    fn read(field: &Field<'_>) -> Option<Self>;

    /// As TOML.
    fn toml(&self) -> Toml;

    /// The description of its values for editors and readers.
    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description;
}

impl Key {
    /// The key of a field with this type.
    pub(crate) const fn of<T: Shape>(name: &'static str, doc: &'static str, presence: Presence, limits: Limits) -> Key {
        Key { name, doc, presence, title: T::TITLE, below: T::BELOW, limits, describe: T::describe }
    }
}

/// A type of which a key can have a default.
pub(crate) trait Preset: Shape {
    /// How the default is written in Rust.
    type Preset;

    /// The value with this default.
    fn preset(value: Self::Preset, at: &KeyPath) -> Self;
}

/// A type that needs no default.
#[diagnostic::on_unimplemented(
    message = "a key of type `{Self}` must say what holds without it",
    label = "add `#[key(required = \"…\")]` or `#[key(default = …)]`, or make it an `Option`"
)]
pub(crate) trait Optional: Shape + Default {}

/// The value of a key without a default. A value of the wrong shape counts as missing.
pub(crate) fn optional<T: Optional>(read: Option<T>) -> T {
    read.unwrap_or_default()
}

/// A default as written in a file.
pub(crate) fn default_text<T: Preset>(value: T::Preset) -> String {
    T::preset(value, &KeyPath::nowhere()).toml().inline()
}

/// A value during reading.
pub(crate) struct Field<'a> {
    pub(crate) value: &'a Value,
    pub(crate) at: KeyPath,
    pub(crate) limits: &'a Limits,
}

impl<'a> Field<'a> {
    /// Reports an unexpected value; a word of a choice of another section names that.
    pub(crate) fn wrong(&self, expected: &str) -> RefMut<'_, ConfigError> {
        let mut error = self.at.refuse(Part::Value, format!("`{}` must be {expected}, not {}", self.at.name(), shown(self.value)));
        if let Some(help) = self.elsewhere().or_else(|| self.table_instead()) {
            error.help(help);
        }
        error
    }

    /// Where an agent or a game that is described in place belongs.
    fn table_instead(&self) -> Option<String> {
        let table = self.value.as_dict()?;
        let used = table.get("use").and_then(Value::as_str);
        let is_agent = |name: &str| agents().find(name).is_ok();
        let (what, key) = match used {
            Some(name) if is_agent(name) || games().find(name).is_err() => ("agent", format!("use = \"{name}\"")),
            Some(name) => ("game", format!("use = \"{name}\"")),
            None => ("agent", format!("{} = …", ["engine", "python"].into_iter().find(|key| table.contains_key(*key))?)),
        };
        Some(format!("write a table [{what}.mine] with `{key}` and its other keys, and the name \"mine\" here"))
    }

    /// Where the value belongs, if a key of this name in another section has it among its choices.
    pub(crate) fn elsewhere(&self) -> Option<String> {
        let (key, word) = (self.at.name(), self.value.as_str()?);
        let sections = self.at.sources().sections().choosing(key, word);
        (!sections.is_empty()).then(|| format!("`{key} = {}` belongs in {}", shown(self.value), sections.join(" or ")))
    }

    /// The value as a table.
    pub(crate) fn table(&self) -> Option<&'a Dict> {
        if self.value.as_dict().is_none() {
            self.wrong(&format!("a table: [{}]", self.at));
        }
        self.value.as_dict()
    }

    /// The value of a key of this table.
    pub(crate) fn key<'b>(&self, name: &str, value: &'b Value) -> Field<'b>
    where
        'a: 'b,
    {
        Field { value, at: self.at.key(name), limits: self.limits }
    }

    /// An item of this list.
    pub(crate) fn item<'b>(&self, index: usize, value: &'b Value) -> Field<'b>
    where
        'a: 'b,
    {
        Field { value, at: self.at.item(index), limits: self.limits }
    }

    /// The value as a parameter value.
    pub(crate) fn scalar(&self) -> Option<Param> {
        scalar(self.value)
    }
}

/// A value as a parameter value.
fn scalar(value: &Value) -> Option<Param> {
    match value {
        Value::String(_, text) => Some(Param::Text(text.clone())),
        Value::Char(_, c) => Some(Param::Text(c.to_string())),
        Value::Bool(_, b) => Some(Param::Bool(*b)),
        Value::Num(_, number) => match number.to_i128() {
            Some(whole) => i64::try_from(whole).ok().map(Param::Int),
            None => number.to_f64().map(Param::Float),
        },
        Value::Empty(..) | Value::Dict(..) | Value::Array(..) => None,
    }
}

/// A value approximately as the user wrote it.
fn shown(value: &Value) -> String {
    match scalar(value) {
        Some(Param::Text(text)) => format!("\"{text}\""),
        Some(other) => other.to_string(),
        None if value.as_dict().is_some() => "a table".to_owned(),
        None => "a list".to_owned(),
    }
}
