//! Errors in parameters.

use super::{Kind, ParamSpec, Value};
use crate::names::nearest;
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

    pub(super) fn unknown(name: &str, specs: &[ParamSpec]) -> Self {
        let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
        let allowed = if names.is_empty() { "it has no parameters".to_owned() } else { format!("allowed: {}", names.join(", ")) };
        let hint = nearest(name, names.iter().copied()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
        ParamError::rule(name, format!("unknown parameter `{name}`{hint} ({allowed})"))
    }

    pub(super) fn wrong(spec: &ParamSpec, value: &Value) -> Self {
        let hint = match (spec.kind, value) {
            (Kind::Choice(words), Value::Text(text)) => {
                nearest(text, words.iter().map(|(word, _)| *word)).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
            }
            _ => String::new(),
        };
        ParamError::rule(spec.name, format!("`{}` must be {}, not {}{hint}", spec.name, spec.expected(), shown(value)))
    }

    pub(super) fn unfit(name: &str, kind: Kind, value: &Value) -> Self {
        ParamError::rule(name, format!("`{name}` must be {kind}, not {}", shown(value)))
    }
}

/// The value as the user wrote it, with quotes around texts.
fn shown(value: &Value) -> String {
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
