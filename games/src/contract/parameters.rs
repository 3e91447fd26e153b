//! Checks of the parameters of a registered game: they are documented, invalid values are refused with a message, and the game
//! starts at the ends of their ranges.

use super::ensure;
use crate::params::{Kind, ParamSpec, Value, Values};
use crate::registry::GameEntry;

pub(super) fn check(entry: &GameEntry) -> Result<(), String> {
    refused(entry, "no-such-parameter", Value::Int(1))?;
    for spec in entry.specs() {
        let name = spec.name;
        ensure(!spec.doc.is_empty(), || format!("parameter `{name}` has no documentation"))?;
        ensure(spec.check(&spec.default).is_ok(), || format!("the default {} of `{name}` is outside its range", spec.default))?;
        refused(entry, name, wrong_type(&spec))?;
        if let Kind::Choice(_) = spec.kind {
            refused(entry, name, Value::Text("no such word".to_owned()))?;
        }
        let Some(range) = spec.range else { continue };
        refused(entry, name, number(&spec, range.min - 1.0))?;
        if range.max.is_finite() {
            refused(entry, name, number(&spec, range.max + 1.0))?;
        }
    }
    for values in entry.specs().iter().flat_map(extremes) {
        // Values that conflict with other defaults may be refused, with a message.
        match entry.build(&values) {
            Ok(game) => super::glance(game.as_ref()).map_err(|error| format!("with {values}: {error}"))?,
            Err(error) => ensure(!error.message.is_empty(), || format!("{values} is refused without a message"))?,
        }
    }
    Ok(())
}

/// An error unless the game refuses this value and says why.
fn refused(entry: &GameEntry, name: &str, value: Value) -> Result<(), String> {
    let given: Values = [(name.to_owned(), value)].into_iter().collect();
    match entry.build(&given) {
        Ok(_) => Err(format!("the parameters {given} are accepted")),
        Err(error) => ensure(!error.message.is_empty(), || format!("{given} is refused without a message")),
    }
}

fn wrong_type(spec: &ParamSpec) -> Value {
    if spec.kind == Kind::Bool { Value::Float(0.5) } else { Value::Bool(true) }
}

fn number(spec: &ParamSpec, number: f64) -> Value {
    if spec.kind == Kind::Int { Value::Int(number as i64) } else { Value::Float(number) }
}

/// The ends of a parameter's range, or all its words, each with the other parameters at their defaults.
fn extremes(spec: &ParamSpec) -> Vec<Values> {
    let values = match (spec.kind, spec.range) {
        (Kind::Bool, _) => vec![Value::Bool(false), Value::Bool(true)],
        (Kind::Choice(words), _) => words.iter().map(|(word, _)| Value::Text((*word).to_owned())).collect(),
        (_, Some(range)) => [range.min, range.max].into_iter().filter(|x| x.is_finite()).map(|x| number(spec, x)).collect(),
        (_, None) => Vec::new(),
    };
    values.into_iter().map(|value| [(spec.name.to_owned(), value)].into_iter().collect()).collect()
}
