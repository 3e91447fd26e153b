//! Shapes of values. A shape says once how a value is read, how JSON Schema describes it, and what the key reference calls it.

mod many;
mod single;
mod special;
mod tune;

pub(crate) use many::{Named, Several};
pub(crate) use single::{Choice, FolderName, KindName, Number, Scalar, Seconds, Text, Time, UNLIMITED, Whole};
pub(crate) use special::{Conditions, Files, GameNames, Opponents, Tables};
pub(crate) use tune::{Space, Tune};

use super::diagnostics::Diagnostics;
use super::error::ConfigError;
use super::key::{AnyKey, KindTable};
use super::key_path::{KeyPath, Part};
use figment::value::{Dict, Value};
use serde_json::Value as Json;
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
    pub(crate) fn wrong(&mut self, at: &KeyPath, expected: &str, value: &Value) -> &mut ConfigError {
        self.add(at, Part::Value, format!("`{}` must be {expected}, not {}", at.name(), shown(value)))
    }

    /// The value as a table.
    pub(crate) fn table<'v>(&mut self, value: &'v Value, at: &KeyPath) -> Option<&'v Dict> {
        if value.as_dict().is_none() {
            self.wrong(at, &format!("a table: [{at}]"), value);
        }
        value.as_dict()
    }
}
