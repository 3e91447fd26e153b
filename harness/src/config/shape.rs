//! Shapes of values. A shape says once how a value is read, how JSON Schema describes it, and what the key reference calls it.

use super::diagnostics::Diagnostics;
use super::duration::{DURATION, PATTERN, parse_duration};
use super::key::{AnyKey, KindTable};
use super::key_path::{KeyPath, Part};
use super::wire::Located;
use figment::value::{Dict, Value};
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use std::time::Duration;
use treebench_games::params::Value as Param;

/// What the value of a key looks like.
pub(crate) trait Shape: Sync {
    /// What is read.
    type Value;

    /// Reads a value; `None` if it has another shape, which is then an error in the diagnostics.
    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Self::Value>;

    /// Its JSON Schema.
    fn schema(&self, kinds: &[KindTable]) -> Json;

    /// A few words for the key reference.
    fn words(&self) -> String;

    /// The keys below it, if it is a table with known keys.
    fn keys(&self) -> &'static [&'static dyn AnyKey] {
        &[]
    }
}

/// A text.
pub(crate) struct Text;

impl Shape for Text {
    type Value = Located<String>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<String>> {
        match scalar(value) {
            Some(Param::Text(text)) => Some(Located::new(text, at.clone())),
            _ => {
                diagnostics.wrong(at, "a text in quotes", value);
                None
            }
        }
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "string" })
    }

    fn words(&self) -> String {
        "text".to_owned()
    }
}

/// A text that is also the name of a folder: letters, digits, `-`, `_` and `.`, a letter or digit first.
pub(crate) struct FolderName;

impl Shape for FolderName {
    type Value = Located<String>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<String>> {
        let name = Text.read(value, at, diagnostics)?;
        let good = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.value.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.value.chars().all(good) {
            return Some(name);
        }
        let message = format!("`{}` must be made of letters, digits, `-`, `_` and `.`, not \"{}\"", at.name(), name.value);
        diagnostics.add(at, Part::Value, message);
        None
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]*$" })
    }

    fn words(&self) -> String {
        "letters, digits, `-`, `_`, `.`".to_owned()
    }
}

/// The name of a kind. Whether there is such a kind is checked when the experiment is resolved.
pub(crate) struct KindName;

impl Shape for KindName {
    type Value = Located<String>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<String>> {
        Text.read(value, at, diagnostics)
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        json!({ "enum": kinds.iter().map(|kind| kind.name).collect::<Vec<_>>() })
    }

    fn words(&self) -> String {
        "a kind".to_owned()
    }
}

/// A whole number between two limits, both included.
pub(crate) struct Whole {
    pub(crate) min: u64,
    /// `i64::MAX`, TOML's largest, for no limit.
    pub(crate) max: u64,
}

/// TOML's largest whole number.
pub(crate) const UNLIMITED: u64 = i64::MAX as u64;

impl Shape for Whole {
    type Value = Located<u64>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<u64>> {
        match scalar(value) {
            Some(Param::Int(i)) if u64::try_from(i).is_ok_and(|i| (self.min..=self.max).contains(&i)) => {
                Some(Located::new(i.unsigned_abs(), at.clone()))
            }
            _ => {
                diagnostics.wrong(at, &format!("a {}", self.words()), value);
                None
            }
        }
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        let mut schema = json!({ "type": "integer", "minimum": self.min });
        if self.max != UNLIMITED {
            schema["maximum"] = json!(self.max);
        }
        schema
    }

    fn words(&self) -> String {
        if self.max == UNLIMITED {
            format!("whole number of at least {}", self.min)
        } else {
            format!("whole number from {} to {}", self.min, self.max)
        }
    }
}

/// A number of seconds between two limits, both included.
pub(crate) struct Seconds {
    pub(crate) min: f64,
    pub(crate) max: f64,
}

impl Shape for Seconds {
    type Value = f64;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<f64> {
        let seconds = value.to_f64().or_else(|| value.to_i128().map(|seconds| seconds as f64));
        let seconds = seconds.filter(|seconds| (self.min..=self.max).contains(seconds));
        if seconds.is_none() {
            diagnostics.wrong(at, &format!("a {}", self.words()), value);
        }
        seconds
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "number", "minimum": self.min, "maximum": self.max })
    }

    fn words(&self) -> String {
        format!("number of seconds from {} to {}", self.min, self.max)
    }
}

/// A duration with its unit.
pub(crate) struct Time;

impl Shape for Time {
    type Value = Located<Duration>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<Duration>> {
        let time = value.as_str().and_then(|text| parse_duration(text).ok());
        if time.is_none() {
            diagnostics.wrong(at, DURATION, value);
        }
        time.map(|time| Located::new(time, at.clone()))
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "string", "pattern": PATTERN })
    }

    fn words(&self) -> String {
        "time with its unit (`ns`, `us`, `ms`, `s`, `min`, `h`)".to_owned()
    }
}

/// A value that a parameter can have.
pub(crate) struct Scalar;

impl Shape for Scalar {
    type Value = Located<Param>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Located<Param>> {
        let found = scalar(value);
        if found.is_none() {
            diagnostics.wrong(at, "a single value", value);
        }
        found.map(|value| Located::new(value, at.clone()))
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": ["boolean", "number", "string"] })
    }

    fn words(&self) -> String {
        "value".to_owned()
    }
}

/// A list with more values than this is taken for a mistake. Every value costs memory in each of the steps that follow.
const MOST_VALUES: usize = 200_000;

/// A value of a shape, or a list with at least one.
pub(crate) struct Several<S>(pub(crate) S);

impl<S: Shape> Shape for Several<S> {
    type Value = Located<Vec<S::Value>>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Self::Value> {
        let items = match value {
            Value::Array(_, items) if items.is_empty() => {
                diagnostics.add(at, Part::Value, format!("`{}` is empty: it needs at least one value", at.name()));
                return None;
            }
            Value::Array(_, items) if items.len() > MOST_VALUES => {
                let message = format!("`{}` has {} values; more than {MOST_VALUES} are taken for a mistake", at.name(), items.len());
                diagnostics.add(at, Part::Key, message);
                return None;
            }
            Value::Array(_, items) => {
                let items = items
                    .iter()
                    .enumerate()
                    .map_while(|(i, item)| (!diagnostics.full()).then(|| self.0.read(item, &at.item(i), diagnostics)));
                items.flatten().collect()
            }
            single => vec![self.0.read(single, at, diagnostics)?],
        };
        let items: Vec<S::Value> = items;
        (!items.is_empty()).then(|| Located::new(items, at.clone()))
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let one = self.0.schema(kinds);
        json!({ "anyOf": [one.clone(), { "type": "array", "minItems": 1, "items": one }] })
    }

    fn words(&self) -> String {
        format!("{}, or a list", self.0.words())
    }
}

/// A table whose keys are names that the file makes up or that are known elsewhere, and whose values all have one shape.
pub(crate) struct Named<S> {
    /// What the names are, for the key reference.
    pub(crate) names: &'static str,
    pub(crate) each: S,
    /// Whether the names must be good names of tables: letters, digits, `-` and `_`.
    pub(crate) plain: bool,
}

impl<S: Shape> Shape for Named<S> {
    /// By name, with the place of each; `None` where a value could not be read.
    type Value = BTreeMap<String, (KeyPath, Option<S::Value>)>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Self::Value> {
        let mut read = BTreeMap::new();
        for (name, value) in diagnostics.table(value, at)? {
            if diagnostics.full() {
                break;
            }
            let at = at.key(name);
            if self.plain && !is_plain(name) {
                diagnostics.add(&at, Part::Key, format!("`{name}` is no name: use letters, digits, `-` and `_`"));
                continue;
            }
            let value = self.each.read(value, &at, diagnostics);
            read.insert(name.clone(), (at, value));
        }
        Some(read)
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        json!({ "type": "object", "additionalProperties": self.each.schema(kinds) })
    }

    fn words(&self) -> String {
        format!("{} = {}", self.names, self.each.words())
    }

    fn keys(&self) -> &'static [&'static dyn AnyKey] {
        self.each.keys()
    }
}

/// Whether a table may be called so. A registered game may be changed under its own name, which may be that of a rules file.
fn is_plain(name: &str) -> bool {
    let plain = name.strip_prefix("rbg/").unwrap_or(name);
    !plain.is_empty() && plain.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}

/// A value as a parameter can have it.
pub(crate) fn scalar(value: &Value) -> Option<Param> {
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

/// A value nearly as the user wrote it.
fn shown(value: &Value) -> String {
    match scalar(value) {
        Some(Param::Text(text)) => format!("\"{text}\""),
        Some(other) => other.to_string(),
        None if value.as_dict().is_some() => "a table".to_owned(),
        None => "a list".to_owned(),
    }
}

impl Diagnostics {
    /// Adds that a value has the wrong shape.
    pub(crate) fn wrong(&mut self, at: &KeyPath, expected: &str, value: &Value) {
        self.add(at, Part::Value, format!("`{}` must be {expected}, not {}", at.name(), shown(value)));
    }

    /// The value as a table.
    pub(crate) fn table<'v>(&mut self, value: &'v Value, at: &KeyPath) -> Option<&'v Dict> {
        if value.as_dict().is_none() {
            self.wrong(at, &format!("a table: [{at}]"), value);
        }
        value.as_dict()
    }
}
