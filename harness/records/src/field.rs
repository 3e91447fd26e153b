//! One stored value, and its type.

use std::fmt;

/// How the values of a column are stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A whole number: INTEGER.
    Integer,
    /// A number: REAL.
    Real,
    /// A text: TEXT.
    Text,
    /// A list of numbers: TEXT that holds JSON.
    List,
}

/// One stored value.
#[derive(Clone, PartialEq, Debug)]
pub enum Field {
    /// A whole number.
    Integer(i64),
    /// A number.
    Real(f64),
    /// A text, or a list as JSON.
    Text(String),
    /// The column was not asked for.
    Unread,
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Field::Integer(n) => n.fmt(f),
            Field::Real(x) => x.fmt(f),
            Field::Text(text) => f.write_str(text),
            Field::Unread => Ok(()),
        }
    }
}
