//! The values of a parameter that is tuned: those of a list, those of a range in steps, or only the default of a continuous range.

use super::super::table::{STEPS, Scale, SpaceTable};
use super::super::tuning::TunedParam;
use crate::config::Part;
use crate::config::wire::Located;
use crate::experiment::check_one;
use treebench_games::params::{ParamSpec, Value, Values};

/// Unless `steps` says how many, a range of whole numbers with fewer than this has all of them.
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
pub(super) fn levels(specs: &[ParamSpec], name: &str, (space, draws): (&SpaceTable, bool), base: &Values) -> Option<TunedParam> {
    let mut checked = |value: &Located<Value>| check_one(specs, name, value, &space.at);
    let log = space.scale == Some(Scale::Log);
    let mut continuous = None;
    let mut values: Vec<Value> = match (&space.values, &space.from, &space.to) {
        (Some(list), None, None) => list.iter().map(&mut checked).collect::<Option<_>>()?,
        (None, Some(from), Some(to)) => {
            let (low, high) = (checked(from)?, checked(to)?);
            let listed = range(space, &low, &high, log)?;
            if draws && space.steps.is_none() && !takes_all(&low, &high, log) {
                continuous = Some((low, high));
            }
            listed
        }
        _ if ["values", "from", "to"].iter().any(|key| space.at.key(key).is_misspelt()) => return None,
        _ => {
            let message = format!("`{name}` has either a list of values, or `from` and `to`");
            space.at.refuse(Part::Value, message).help("write { from = 0.1, to = 10, scale = \"log\", steps = 9 }");
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
            let message = format!("the default of `{name}`, {default}, is not among its values, but always takes part");
            let help = "add it to the values, or set the default in `params` of the agent";
            space.at.refuse(Part::Value, message).help(help);
            return None;
        }
        values.push(default.clone());
    }
    if ordered {
        values.sort_by(|a, b| number(a).unwrap_or(0.0).total_cmp(&number(b).unwrap_or(0.0)));
    }
    let repeated = (1..values.len()).find(|&place| values[..place].contains(&values[place]));
    if let Some(place) = repeated {
        space.at.refuse(Part::Value, format!("`{name}` has the value {} twice", values[place])).help("remove the repetition");
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
fn range(space: &SpaceTable, low: &Value, high: &Value, log: bool) -> Option<Vec<Value>> {
    let (Some(from), Some(to)) = (number(low), number(high)) else {
        space.at.refuse(Part::Value, "a range is for numbers: list the values").help("write [\"a\", \"b\"]");
        return None;
    };
    if from >= to || (log && from <= 0.0) {
        let (from, to) = (low, high);
        let message = if log && number(from)? <= 0.0 {
            format!("a logarithmic range begins above 0, not at {from}")
        } else {
            format!("the range from {from} to {to} is empty: `from` must be below `to`")
        };
        space.at.refuse(Part::Value, message);
        return None;
    }
    let whole = matches!((low, high), (Value::Int(_), Value::Int(_)));
    let all = if takes_all(low, high, log) { (to - from) as usize + 1 } else { STEPS as usize };
    let steps = space.steps.map_or(all, |steps| steps as usize);
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
