//! The values of a parameter that is tuned: those of a list, those of a range in steps, or only the default of a continuous range.

use crate::config::wire::{Located, SpaceWire};
use crate::config::{Diagnostics, Part};
use crate::experiment::tuning::TunedParam;
use crate::experiment::variants::check_one;
use treebench_games::params::{ParamSpec, Value, Values};

/// Values of a range unless `steps` says how many; a range of whole numbers with at most [`ALL_WHOLE`] has all of them.
const STEPS: usize = 11;
const ALL_WHOLE: i64 = 33;

/// A value as a number, if it is one.
pub(super) fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(whole) => Some(*whole as f64),
        Value::Float(number) => Some(*number),
        Value::Bool(_) | Value::Text(_) => None,
    }
}

/// The values of a parameter, its default among them; of a continuous range only the default, until points are drawn.
pub(super) fn levels(
    specs: &[ParamSpec],
    name: &str,
    (space, draws): (&SpaceWire, bool),
    base: &Values,
    diagnostics: &mut Diagnostics,
) -> Option<TunedParam> {
    let mut checked = |value: &Located<Value>| check_one(specs, name, &value.value, &space.at, &value.at, diagnostics);
    let log = space.scale.as_ref().is_some_and(|scale| scale.value == "log");
    let mut continuous = None;
    let mut values: Vec<Value> = match (&space.values, &space.from, &space.to) {
        (Some(list), None, None) => list.value.iter().map(&mut checked).collect::<Option<_>>()?,
        (None, Some(from), Some(to)) => {
            let (low, high) = (checked(from)?, checked(to)?);
            let listed = range(space, &low, &high, log, diagnostics)?;
            if draws && space.steps.is_none() && !takes_all(&low, &high, log) {
                continuous = Some((low, high));
            }
            listed
        }
        _ => {
            let message = format!("`{name}` has either a list of values, or `from` and `to`");
            diagnostics.add(&space.at, Part::Value, message).help("write { from = 0.1, to = 10, scale = \"log\", steps = 9 }");
            return None;
        }
    };
    let ordered = values.iter().all(|value| number(value).is_some());
    let default = base.get(name)?;
    let inside = || {
        let (low, high) = values.iter().filter_map(number).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)));
        number(default).is_some_and(|x| (low..=high).contains(&x))
    };
    if !values.contains(default) {
        if !ordered || !inside() {
            let message = format!("the default of `{name}` is {default}, which is not among its values: the default always takes part");
            let help = "let the values reach it, or say in `params` of the agent what its default is";
            diagnostics.add(&space.at, Part::Value, message).help(help);
            return None;
        }
        values.push(default.clone());
    }
    if ordered {
        values.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
    }
    let repeated = (1..values.len()).find(|&place| values[..place].contains(&values[place]));
    if let Some(place) = repeated {
        diagnostics.add(&space.at, Part::Value, format!("`{name}` has the value {} twice", values[place])).help("remove the repetition");
        return None;
    }
    if continuous.is_some() {
        values = vec![default.clone()];
    }
    let default = values.iter().position(|value| value == default)?;
    Some(TunedParam { name: name.to_owned(), values, ordered, log, default, needs: None, range: continuous })
}

/// Whether a range has so few whole numbers that it has all of them unless `steps` says otherwise.
fn takes_all(low: &Value, high: &Value, log: bool) -> bool {
    matches!((low, high), (Value::Int(low), Value::Int(high)) if !log && high.saturating_sub(*low) < ALL_WHOLE)
}

/// The values of a range, rounded to three significant digits so that they do not depend on the machine.
fn range(space: &SpaceWire, low: &Value, high: &Value, log: bool, diagnostics: &mut Diagnostics) -> Option<Vec<Value>> {
    let (Some(from), Some(to)) = (number(low), number(high)) else {
        diagnostics.add(&space.at, Part::Value, "a range is for numbers: list the values").help("write [\"a\", \"b\"]");
        return None;
    };
    if from >= to || (log && from <= 0.0) {
        let (from, to) = (low, high);
        let message = if log && number(from)? <= 0.0 {
            format!("a logarithmic range begins above 0, not at {from}")
        } else {
            format!("the range from {from} to {to} is empty: `from` must be below `to`")
        };
        diagnostics.add(&space.at, Part::Value, message);
        return None;
    }
    let whole = matches!((low, high), (Value::Int(_), Value::Int(_)));
    let all = if takes_all(low, high, log) { (to - from) as usize + 1 } else { STEPS };
    let steps = space.steps.as_ref().map_or(all, |steps| steps.value as usize);
    let value = |step: usize| {
        let share = step as f64 / (steps - 1) as f64;
        let exact = if log { from * libm::pow(to / from, share) } else { from + (to - from) * share };
        match step {
            0 => low.clone(),
            last if last + 1 == steps => high.clone(),
            _ if whole => Value::Int(exact.round() as i64),
            _ => Value::Float(format!("{exact:.2e}").parse().unwrap_or(exact)),
        }
    };
    let mut values: Vec<Value> = (0..steps).map(value).collect();
    values.dedup();
    Some(values)
}
