//! Values of parameters, and sets of values.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// The value of a parameter.
#[derive(Clone, PartialEq, Debug)]
pub enum Value {
    /// `true` or `false`.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number; `inf` is allowed where the range allows it.
    Float(f64),
    /// A word or any other text.
    Text(String),
}

/// The type of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `true` or `false`.
    Bool,
    /// A whole number.
    Int,
    /// A number.
    Float,
    /// Any text.
    Text,
    /// One of these words; each comes with its one-line documentation.
    Choice(&'static [(&'static str, &'static str)]),
}

impl fmt::Display for Value {
    /// As in TOML, but text has no quotes (for tables and labels).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            // `{:?}` keeps the ".0" that distinguishes 1.0 from 1, which differ in type.
            Value::Float(x) => write!(f, "{x:?}"),
            Value::Text(t) => f.write_str(t),
        }
    }
}

impl Value {
    /// The name of its type, for messages.
    pub fn type_name(&self) -> &'static str {
        match self {
            Value::Bool(_) => "a boolean",
            Value::Int(_) => "a whole number",
            Value::Float(_) => "a number",
            Value::Text(_) => "a text",
        }
    }
}

impl Kind {
    /// Reads a value of this type from text that people type: digits may be grouped by `_`. Text that does not fit stays text, which a
    /// later check refuses.
    pub fn read(self, text: &str) -> Value {
        let plain = text.replace('_', "");
        let typed = match self {
            Kind::Bool => text.parse().ok().map(Value::Bool),
            Kind::Int => plain.parse().ok().map(Value::Int),
            Kind::Float => plain.parse().ok().map(Value::Float),
            Kind::Text | Kind::Choice(_) => None,
        };
        typed.unwrap_or_else(|| Value::Text(text.to_owned()))
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Bool => f.write_str("`true` or `false`"),
            Kind::Int => f.write_str("a whole number"),
            Kind::Float => f.write_str("a number"),
            Kind::Text => f.write_str("a text"),
            Kind::Choice(words) => {
                f.write_str("one of ")?;
                for (i, (word, _)) in words.iter().enumerate() {
                    let comma = if i == 0 { "" } else { ", " };
                    write!(f, "{comma}\"{word}\"")?;
                }
                Ok(())
            }
        }
    }
}

/// A set of named values, sorted by name, so that equal sets print and hash alike. Clones share their contents.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Values(Arc<BTreeMap<String, Value>>);

impl Values {
    /// Sets a value, replacing an earlier one.
    pub fn set(&mut self, name: impl Into<String>, value: Value) {
        Arc::make_mut(&mut self.0).insert(name.into(), value);
    }

    /// The value with this name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.0.get(name)
    }

    /// All values, sorted by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Whether the set is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, Value)> for Values {
    fn from_iter<I: IntoIterator<Item = (String, Value)>>(pairs: I) -> Self {
        Values(Arc::new(pairs.into_iter().collect()))
    }
}

impl fmt::Display for Values {
    /// `name=value, name=value`, sorted.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}{name}={value}")?;
        }
        Ok(())
    }
}
