//! `[tune.NAME]` → the points of a space: the values of every parameter, and the combinations that the agent accepts.

use super::super::contestants::{AgentSet, AgentSets, AgentVariant, build};
use super::super::tuning::TunedParam;
use super::super::variants::{Swept, Variant, check_given, check_one};
use crate::config::wire::{Located, SpaceWire, TableWire, Wire};
use crate::config::{Diagnostics, Part};
use std::collections::BTreeSet;
use treebench_agents::agents;
use treebench_games::params::{ParamSpec, Value, Values, resolve};

/// More points than this are taken for a mistake.
const MOST_POINTS: usize = 50_000;
/// Values of a range unless `steps` says how many; a range of whole numbers with at most [`ALL_WHOLE`] has all of them.
const STEPS: usize = 11;
const ALL_WHOLE: i64 = 33;

/// Parameters, points, impossible points with their reasons, and the parameters before tuning.
pub(super) type Points = (Vec<TunedParam>, Vec<Vec<Option<usize>>>, Vec<(String, String)>, Values);

/// The space of `[tune.NAME]`.
pub(super) fn space(
    name: &Located<String>,
    spaces: &[(String, SpaceWire)],
    wire: &Wire,
    sets: &mut AgentSets,
    diagnostics: &mut Diagnostics,
) -> Option<Points> {
    let table = match wire.agents.get(&name.value) {
        Some(table) => table.clone()?,
        None if agents().find(&name.value).is_ok() => TableWire::empty(&name.at),
        None => {
            let known: BTreeSet<&str> = wire.agents.keys().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
            diagnostics.add(&name.at, Part::Key, format!("unknown agent `{}`", name.value)).suggest(&name.value, known.iter().copied());
            return None;
        }
    };
    if table.engine.is_some() {
        diagnostics.add(&name.at, Part::Key, "the parameters of an engine cannot be tuned");
        return None;
    }
    if let Some((swept, values)) = table.sweep.first() {
        diagnostics.add(
            &values.at,
            Part::Key,
            format!("`{swept}` is swept, but the agent is tuned: write its values in [tune.{}]", name.value),
        );
        return None;
    }
    let set = build(&name.value, &table, diagnostics)?;
    let specs = (set.entry.specs)();
    let base = resolve(&specs, &check_given(&specs, &table.params, diagnostics)).ok()?;
    let mut params = Vec::new();
    for (param, space) in spaces {
        params.push(levels(&specs, param, space, &base, diagnostics)?);
    }
    for place in 0..params.len() {
        params[place].needs = needs(place, &spaces[place].1, &params, spaces, diagnostics)?;
    }
    let count = params.iter().fold(1usize, |n, param| n.saturating_mul(param.values.len()));
    if count > MOST_POINTS {
        let message = format!("the space has {count} points; more than {MOST_POINTS} are taken for a mistake");
        diagnostics.add(&name.at, Part::Key, message).help("give ranges fewer steps");
        return None;
    }
    let (mut points, mut variants, mut impossible) = (Vec::new(), Vec::new(), Vec::new());
    for number in 0..count {
        let Some(point) = point(number, &params) else { continue };
        let (mut values, mut swept) = (base.clone(), Vec::new());
        for ((param, level), (_, space)) in params.iter().zip(&point).zip(spaces) {
            let Some(level) = *level else { continue };
            values.set(param.name.clone(), param.values[level].clone());
            swept.push(Swept { name: param.name.clone(), value: param.values[level].clone(), index: level, at: space.at.clone() });
        }
        let words: Vec<String> = swept.iter().map(|swept| format!("{}={}", swept.name, swept.value)).collect();
        match set.entry.recipe(&values) {
            Ok(recipe) => {
                variants.extend(budgets(&table, &Variant { params: values.clone(), swept }, recipe, set.entry));
                points.push(point);
            }
            Err(error) => impossible.push((words.join(", "), error.message)),
        }
    }
    if points.len() < 2 {
        let message = match impossible.first() {
            Some((words, reason)) => format!("the space has {} possible points; `{words}` is not one: {reason}", points.len()),
            None => "the space has one point: there is nothing to choose".to_owned(),
        };
        diagnostics.add(&name.at, Part::Key, message).help("give a parameter at least two values");
        return None;
    }
    sets.insert(name.value.clone(), Some(AgentSet { variants, ..set }));
    Some((params, points, impossible, base))
}

/// A point with each of the agent's own budgets.
fn budgets(
    table: &TableWire,
    variant: &Variant,
    recipe: Box<dyn treebench_agents::Recipe>,
    entry: &treebench_agents::registry::AgentEntry,
) -> Vec<AgentVariant> {
    let Some(budget) = &table.budget else { return vec![AgentVariant { variant: variant.clone(), recipe, budget: None }] };
    let each = budget.values.iter().cloned().enumerate();
    each.filter_map(|budget| {
        Some(AgentVariant { variant: variant.clone(), recipe: entry.recipe(&variant.params).ok()?, budget: Some(budget) })
    })
    .collect()
}

/// The combination with this number; `None` if it differs from another by parameters that do not apply.
fn point(mut number: usize, params: &[TunedParam]) -> Option<Vec<Option<usize>>> {
    let mut levels = vec![0; params.len()];
    for (place, param) in params.iter().enumerate().rev() {
        levels[place] = number % param.values.len();
        number /= param.values.len();
    }
    let applies = |param: &TunedParam| param.needs.as_ref().is_none_or(|(other, wanted)| wanted.contains(&levels[*other]));
    let each = params.iter().zip(&levels);
    each.map(|(param, &level)| if applies(param) { Some(Some(level)) } else { (level == param.default).then_some(None) }).collect()
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(whole) => Some(*whole as f64),
        Value::Float(number) => Some(*number),
        Value::Bool(_) | Value::Text(_) => None,
    }
}

/// The values of a parameter, its default among them.
fn levels(specs: &[ParamSpec], name: &str, space: &SpaceWire, base: &Values, diagnostics: &mut Diagnostics) -> Option<TunedParam> {
    let mut checked = |value: &Located<Value>| check_one(specs, name, &value.value, &space.at, &value.at, diagnostics);
    let log = space.scale.as_ref().is_some_and(|scale| scale.value == "log");
    let mut values: Vec<Value> = match (&space.values, &space.from, &space.to) {
        (Some(list), None, None) => list.value.iter().map(&mut checked).collect::<Option<_>>()?,
        (None, Some(from), Some(to)) => {
            let (low, high) = (checked(from)?, checked(to)?);
            range(space, &low, &high, log, diagnostics)?
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
    let default = values.iter().position(|value| value == default)?;
    Some(TunedParam { name: name.to_owned(), values, ordered, log, default, needs: None })
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
    let all = if whole && !log && to - from < ALL_WHOLE as f64 { (to - from) as usize + 1 } else { STEPS };
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

/// What `when` of a parameter says; `Some(None)` if nothing.
#[expect(clippy::option_option, reason = "the outer one is an error that was reported")]
fn needs(
    place: usize,
    space: &SpaceWire,
    params: &[TunedParam],
    spaces: &[(String, SpaceWire)],
    diagnostics: &mut Diagnostics,
) -> Option<Option<(usize, Vec<usize>)>> {
    let Some(when) = &space.when else { return Some(None) };
    let [(name, wanted)] = &when[..] else {
        diagnostics.add(&space.at, Part::Value, "`when` names one other parameter");
        return None;
    };
    let Some(other) = params.iter().position(|param| param.name == name.value).filter(|&other| other != place) else {
        let known = params.iter().map(|param| param.name.as_str());
        diagnostics.add(&name.at, Part::Key, format!("`{}` is not tuned beside this parameter", name.value)).suggest(&name.value, known);
        return None;
    };
    if spaces[other].1.when.is_some() {
        diagnostics.add(&name.at, Part::Key, format!("`{}` has a `when` itself: depend on a parameter that always applies", name.value));
        return None;
    }
    let mut levels = Vec::new();
    for value in wanted {
        let same = |known: &&Value| **known == value.value || number(known).zip(number(&value.value)).is_some_and(|(a, b)| a == b);
        let Some(level) = params[other].values.iter().position(|known| same(&known)) else {
            let known: Vec<String> = params[other].values.iter().map(ToString::to_string).collect();
            let message = format!("`{}` is never {} here", name.value, value.value);
            diagnostics.add(&value.at, Part::Value, message).suggest(&value.value.to_string(), known.iter().map(String::as_str));
            return None;
        };
        levels.push(level);
    }
    Some(Some((other, levels)))
}
