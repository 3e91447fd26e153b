//! Values of the right type, or a fault that says what was expected and what was found.

use super::sources::{At, Faults, Part};
use super::wire::Located;
use figment::value::{Dict, Value};
use treebench_games::params::Value as Param;

/// The value as the user wrote it, or nearly.
pub(crate) fn shown(value: &Value) -> String {
    match scalar(value) {
        Some(Param::Text(text)) => format!("\"{text}\""),
        Some(other) => other.to_string(),
        None if value.as_dict().is_some() => "a table".to_owned(),
        None => "a list".to_owned(),
    }
}

/// The value as a parameter can have it.
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

impl Faults {
    /// Notes that a value is of the wrong kind.
    pub(crate) fn wrong(&mut self, at: &At, expected: &str, value: &Value) {
        self.add(at, Part::Value, format!("`{}` must be {expected}, not {}", at.name(), shown(value)));
    }

    pub(crate) fn text(&mut self, value: &Value, at: &At) -> Option<Located<String>> {
        match scalar(value) {
            Some(Param::Text(text)) => Some(Located::new(text, at.clone())),
            _ => {
                self.wrong(at, "a text in quotes", value);
                None
            }
        }
    }

    /// A whole number between two limits.
    pub(crate) fn whole(&mut self, value: &Value, at: &At, min: i64, max: i64) -> Option<i64> {
        match scalar(value) {
            Some(Param::Int(i)) if (min..=max).contains(&i) => Some(i),
            _ => {
                let limit = if max == i64::MAX { format!("of at least {min}") } else { format!("from {min} to {max}") };
                self.wrong(at, &format!("a whole number {limit}"), value);
                None
            }
        }
    }

    pub(crate) fn param(&mut self, value: &Value, at: &At) -> Option<Located<Param>> {
        let found = scalar(value);
        if found.is_none() {
            self.wrong(at, "a single value", value);
        }
        found.map(|value| Located::new(value, at.clone()))
    }

    pub(crate) fn table<'v>(&mut self, value: &'v Value, at: &At) -> Option<&'v Dict> {
        if value.as_dict().is_none() {
            self.wrong(at, &format!("a table: [{at}]"), value);
        }
        value.as_dict()
    }

    /// A table in which only these keys may stand.
    pub(crate) fn strict_table<'v>(&mut self, value: &'v Value, at: &At, allowed: &[&str]) -> Option<&'v Dict> {
        let table = self.table(value, at)?;
        self.only(table, at, allowed);
        Some(table)
    }

    /// Notes every key that is not among the allowed ones.
    pub(crate) fn only(&mut self, table: &Dict, at: &At, allowed: &[&str]) {
        for key in table.keys().filter(|key| !allowed.contains(&key.as_str())) {
            let home = if at.is_top() { "at the top of the file".to_owned() } else { format!("in `{at}`") };
            self.add(&at.key(key), Part::Key, format!("unknown key `{key}` {home}")).suggest(key, allowed.iter().copied());
        }
    }

    /// A list, or a single value as a list of one. An empty list is a fault.
    pub(crate) fn several<'v>(&mut self, value: &'v Value, at: &At) -> Vec<(&'v Value, At)> {
        match value {
            Value::Array(_, items) if items.is_empty() => {
                self.add(at, Part::Value, format!("`{}` is empty: it needs at least one value", at.name()));
                Vec::new()
            }
            Value::Array(_, items) => items.iter().enumerate().map(|(i, item)| (item, at.item(i))).collect(),
            single => vec![(single, at.clone())],
        }
    }

    /// The value of a key that must be there.
    pub(crate) fn required<'v>(&mut self, table: &'v Dict, at: &At, key: &str, example: &str) -> Option<(&'v Value, At)> {
        let at = at.key(key);
        let value = table.get(key);
        if value.is_none() {
            self.add(&at, Part::Key, format!("`{key}` is missing")).help(format_args!("write {example}"));
        }
        value.map(|value| (value, at))
    }
}
