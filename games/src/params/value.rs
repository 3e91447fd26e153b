//! What a parameter can hold.

use std::fmt;

/// The value of a parameter, as TOML knows it.
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
    /// As TOML writes it, but for text, which has no quotes (for tables and labels).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Bool(b) => write!(f, "{b}"),
            Value::Int(i) => write!(f, "{i}"),
            // `{:?}` keeps the ".0", so that 1.0 and 1 stay different words for different types.
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
