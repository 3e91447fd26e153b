//! The allowed values: a [`ParamSpec`] per field, and the check of a set of values against the specs.

use super::error::shown;
use super::{Kind, ParamError, Value, Values};
use crate::names::nearest;

/// The numbers that a parameter may take, both ends included.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Range {
    /// The least value.
    pub min: f64,
    /// The greatest value; infinite if there is no limit.
    pub max: f64,
}

/// The description of one parameter.
#[derive(Clone, Debug)]
pub struct ParamSpec {
    /// Its name in TOML, in kebab case.
    pub name: &'static str,
    /// Its type.
    pub kind: Kind,
    /// Its value if none is given.
    pub default: Value,
    /// The numbers allowed, if it is a number.
    pub range: Option<Range>,
    /// What it means, with its unit.
    pub doc: &'static str,
    /// The paper, section or equation that defines it; empty if none does.
    pub source: &'static str,
    /// Whether the parameter is newer than recorded games (`#[param(added)]`). The keys of cells leave it out while it has its default, so
    /// that those games are found again; the default must therefore reproduce the earlier behaviour for good.
    pub added: bool,
}

/// A type whose fields are parameters. Derive it; it can be written by hand too.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no parameters to be set from TOML",
    label = "derive `Params` on this type, also if it has no fields"
)]
pub trait Params: Sized {
    /// The parameters in the order of the fields.
    fn specs() -> Vec<ParamSpec>;

    /// Builds the type from checked values that hold every parameter.
    ///
    /// # Errors
    /// If a value is missing or does not fit its field.
    fn from_values(values: &Values) -> Result<Self, ParamError>;

    /// The type with every parameter at its default.
    ///
    /// # Errors
    /// If a default is outside its own range, which the tests of the registries exclude.
    fn defaults() -> Result<Self, ParamError> {
        Self::from_values(&resolve(&Self::specs(), &Values::default())?)
    }

    /// The documentation of the type.
    fn doc() -> &'static str {
        ""
    }
}

/// Checks the given values against the specs and fills in the defaults.
///
/// # Errors
/// An unknown name (with the nearest one suggested), a wrong type, or a value out of range. Whole numbers are accepted where numbers are
/// expected, never the other way round.
pub fn resolve(specs: &[ParamSpec], given: &Values) -> Result<Values, ParamError> {
    for (name, _) in given.iter() {
        if !specs.iter().any(|spec| spec.name == name) {
            return Err(unknown(name, specs));
        }
    }
    let mut values = Values::default();
    for spec in specs {
        let value = match given.get(spec.name) {
            Some(value) => spec.check(value)?,
            None => spec.default.clone(),
        };
        values.set(spec.name, value);
    }
    Ok(values)
}

fn unknown(name: &str, specs: &[ParamSpec]) -> ParamError {
    let names: Vec<&str> = specs.iter().map(|spec| spec.name).collect();
    let allowed = if names.is_empty() { "it has no parameters".to_owned() } else { format!("allowed: {}", names.join(", ")) };
    let hint = nearest(name, names.iter().copied()).map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    ParamError::rule(name, format!("unknown parameter `{name}`{hint} ({allowed})"))
}

impl ParamSpec {
    /// Checks one value and gives it the parameter's type.
    ///
    /// # Errors
    /// If the type or the range does not fit.
    pub fn check(&self, value: &Value) -> Result<Value, ParamError> {
        let value = match (self.kind, value) {
            (Kind::Bool, Value::Bool(_)) | (Kind::Int, Value::Int(_)) | (Kind::Float, Value::Float(_)) | (Kind::Text, Value::Text(_)) => {
                value.clone()
            }
            (Kind::Float, &Value::Int(i)) => Value::Float(i as f64),
            (Kind::Choice(words), Value::Text(text)) if words.iter().any(|(word, _)| word == text) => value.clone(),
            _ => return Err(self.wrong(value)),
        };
        let number = match value {
            Value::Int(i) => i as f64,
            Value::Float(x) => x,
            Value::Bool(_) | Value::Text(_) => return Ok(value),
        };
        let outside = self.range.is_some_and(|range| number < range.min || number > range.max);
        if outside || number.is_nan() { Err(self.wrong(&value)) } else { Ok(value) }
    }

    fn wrong(&self, value: &Value) -> ParamError {
        let hint = match (self.kind, value) {
            (Kind::Choice(words), Value::Text(text)) => {
                nearest(text, words.iter().map(|(word, _)| *word)).map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
            }
            _ => String::new(),
        };
        ParamError::rule(self.name, format!("`{}` must be {}, not {}{hint}", self.name, self.expected(), shown(value)))
    }

    /// What is expected, as a phrase: "a number from 0 to 10".
    pub fn expected(&self) -> String {
        match self.range {
            None => self.kind.to_string(),
            Some(Range { min, max }) if max.is_infinite() => format!("{} of at least {min}", self.kind),
            Some(Range { min, max }) => format!("{} from {min} to {max}", self.kind),
        }
    }
}
