//! `[tune.NAME]` → the points of a space: the values of every parameter, and the combinations that the agent accepts.

mod sample;
mod values;

use super::table::{Spaces, TuneTable};
use super::tuning::TunedParam;
use crate::config::Part;
use crate::config::wire::{AgentTable, ConditionsWire, Located, Wire};
use crate::experiment::{AgentSet, AgentSets, AgentVariant, Program, SweptValue, Variant, build};
use sample::drawn;
use std::collections::BTreeSet;
use treebench_agents::agents;
use treebench_games::params::Value;
use values::{levels, number};

/// More points than this are an error.
const MOST_POINTS: usize = 50_000;

/// The space of an agent.
pub(super) struct Points {
    pub(super) params: Vec<TunedParam>,
    /// For each parameter the index of its value, or `None` if it does not apply there.
    pub(super) points: Vec<Vec<Option<usize>>>,
    /// Points that the agent refuses, in words, with its reason.
    pub(super) impossible: Vec<(String, String)>,
}

/// The space of `[tune.NAME]`. The agent gets a variant for every possible point. `None` on errors.
pub(super) fn points(keys: &TuneTable, name: &Located<String>, spaces: &Spaces, wire: &Wire, sets: &mut AgentSets) -> Option<Points> {
    let table = match wire.agents.get(&name.value) {
        Some(table) => table.0.clone()?,
        None if agents().find(&name.value).is_ok() => AgentTable::empty(&name.at),
        None => {
            let known: BTreeSet<&str> = wire.agents.keys().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
            name.at.refuse(Part::Key, format!("unknown agent `{}`", name.value)).suggest(&name.value, known.iter().copied());
            return None;
        }
    };
    if table.engine.is_some() || table.python.is_some() {
        name.at.refuse(Part::Key, "only the parameters of registered agents can be tuned, not those of engines and of classes in Python");
        return None;
    }
    if let Some((swept, values)) = table.sweep.first_key_value() {
        let message = format!("`{swept}` is swept, but the agent is tuned; list its values in [tune.{}]", name.value);
        values.at.refuse(Part::Key, message);
        return None;
    }
    let set = build(&name.value, &table)?;
    let specs = set.program.specs();
    let base = set.fixed.clone();
    let mut params = Vec::new();
    for (param, space) in spaces {
        params.push(levels(&specs, param, (&space.0, keys.points.is_some()), &base)?);
    }
    for (place, space) in spaces.values().enumerate() {
        if let Some(when) = &space.0.when {
            params[place].needs = Some(needs(place, when, &params, spaces)?);
        }
    }
    let all = match &keys.points {
        Some(wanted) if params.iter().any(|param| param.range.is_some()) => {
            drawn(&mut params, wanted.value as usize, wire.experiment.as_ref()?.seed)
        }
        Some(wanted) => {
            let message = "`points` are drawn from ranges without `steps`, but there is none";
            wanted.at.refuse(Part::Key, message).help("remove it");
            return None;
        }
        None => combinations(&params).or_else(|| {
            let message = format!("the space has more than {MOST_POINTS} points");
            name.at.refuse(Part::Key, message).help("give ranges fewer steps, or draw points from them: [tune] points = 500");
            None
        })?,
    };
    let (mut points, mut variants, mut impossible) = (Vec::new(), Vec::new(), Vec::new());
    for point in all {
        let (mut values, mut swept) = (base.clone(), Vec::new());
        for ((param, level), (_, space)) in params.iter().zip(&point).zip(spaces) {
            let Some(level) = *level else { continue };
            values.set(param.name.clone(), param.values[level].clone());
            swept.push(SweptValue { name: param.name.clone(), value: param.values[level].clone(), index: level, at: space.0.at.clone() });
        }
        let words: Vec<String> = swept.iter().map(|swept| format!("{}={}", swept.name, swept.value)).collect();
        match set.program.recipe(&values) {
            Ok(recipe) => {
                variants.extend(budgets(&table, &Variant { params: values.clone(), swept }, recipe, &set.program));
                points.push(point);
            }
            Err(error) => impossible.push((words.join(", "), error.message)),
        }
    }
    if points.len() < 2 {
        let message = match impossible.first() {
            Some((words, reason)) => format!("the space has {} possible points; `{words}` is not one: {reason}", points.len()),
            None => "the space has only one point".to_owned(),
        };
        name.at.refuse(Part::Key, message).help("give a parameter at least two values");
        return None;
    }
    sets.insert(name.value.clone(), Some(AgentSet { variants, ..set }));
    Some(Points { params, points, impossible })
}

/// A point with each of the agent's own budgets.
fn budgets(table: &AgentTable, variant: &Variant, recipe: Box<dyn treebench_agents::Recipe>, program: &Program) -> Vec<AgentVariant> {
    let Some(budget) = &table.budget else { return vec![AgentVariant { variant: variant.clone(), recipe, budget: None }] };
    let each = budget.values.iter().cloned().enumerate();
    each.filter_map(|budget| {
        Some(AgentVariant { variant: variant.clone(), recipe: program.recipe(&variant.params).ok()?, budget: Some(budget) })
    })
    .collect()
}

/// All combinations of values; `None` if there are too many.
fn combinations(params: &[TunedParam]) -> Option<Vec<Vec<Option<usize>>>> {
    let count = params.iter().fold(1usize, |n, param| n.saturating_mul(param.values.len()));
    (count <= MOST_POINTS).then(|| (0..count).filter_map(|number| point(number, params)).collect())
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

/// The `when` of the parameter at `place`: the index of the other parameter, and those of its values.
fn needs(place: usize, when: &ConditionsWire, params: &[TunedParam], spaces: &Spaces) -> Option<(usize, Vec<usize>)> {
    let [(name, wanted)] = &when.0[..] else {
        spaces[&params[place].name].0.at.refuse(Part::Value, "`when` takes one other parameter");
        return None;
    };
    let Some(other) = params.iter().position(|param| param.name == name.value).filter(|&other| other != place) else {
        let known = params.iter().map(|param| param.name.as_str());
        name.at.refuse(Part::Key, format!("`{}` is not one of the tuned parameters", name.value)).suggest(&name.value, known);
        return None;
    };
    if spaces[&name.value].0.when.is_some() {
        name.at.refuse(Part::Key, format!("`{}` has a `when` of its own; use a parameter that always applies", name.value));
        return None;
    }
    if params[other].range.is_some() {
        let message = format!("`{}` has a continuous range; use a parameter with a list of values", name.value);
        name.at.refuse(Part::Key, message).help("give the range `steps`");
        return None;
    }
    let mut levels = Vec::new();
    for value in wanted {
        let same = |known: &&Value| **known == value.value || number(known).zip(number(&value.value)).is_some_and(|(a, b)| a == b);
        let Some(level) = params[other].values.iter().position(|known| same(&known)) else {
            let known: Vec<String> = params[other].values.iter().map(ToString::to_string).collect();
            let message = format!("`{}` is never {} here", name.value, value.value);
            value.at.refuse(Part::Value, message).suggest(&value.value.to_string(), known.iter().map(String::as_str));
            return None;
        };
        levels.push(level);
    }
    Some((other, levels))
}
