//! Errors in parameters.

use super::{Kind, Value};
use std::fmt;

/// A parameter that is unknown, of the wrong type or out of range, or a combination of values that is not allowed.
#[derive(Clone, PartialEq, Debug)]
pub struct ParamError {
    /// The parameter at fault; empty if several are involved.
    pub param: String,
    /// What was found, what was expected, and the nearest valid name.
    pub message: String,
}

impl ParamError {
    /// A rule that a range cannot express, such as a combination of values that is not allowed.
    pub fn rule(param: impl Into<String>, message: impl Into<String>) -> Self {
        ParamError { param: param.into(), message: message.into() }
    }

    pub(super) fn unfit(name: &str, kind: Kind, value: &Value) -> Self {
        ParamError::rule(name, format!("`{name}` must be {kind}, not {}", shown(value)))
    }
}

/// The value as the user wrote it, with quotes around texts.
pub(super) fn shown(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("\"{text}\""),
        other => other.to_string(),
    }
}

impl fmt::Display for ParamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ParamError {}
