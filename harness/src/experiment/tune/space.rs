//! `[tune.NAME]` → the points of a space: the values of every parameter, and the combinations that the agent accepts.

mod drawn;
mod values;

use super::super::contestants::{AgentSet, AgentSets, AgentVariant, build};
use super::super::tuning::TunedParam;
use super::super::variants::{Swept, Variant, check_given};
use crate::config::wire::{Located, SpaceWire, TableWire, TuneWire, Wire};
use crate::config::{Diagnostics, Part};
use drawn::drawn;
use std::collections::BTreeSet;
use treebench_agents::agents;
use treebench_games::params::{Value, Values, resolve};
use values::{levels, number};

/// More points than this are taken for a mistake.
const MOST_POINTS: usize = 50_000;

/// Parameters, points, impossible points with their reasons, and the parameters before tuning.
pub(super) type Points = (Vec<TunedParam>, Vec<Vec<Option<usize>>>, Vec<(String, String)>, Values);

/// The space of `[tune.NAME]`.
pub(super) fn space(
    given: &TuneWire,
    (name, spaces): (&Located<String>, &[(String, SpaceWire)]),
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
        params.push(levels(&specs, param, (space, given.points.is_some()), &base, diagnostics)?);
    }
    for place in 0..params.len() {
        params[place].needs = needs(place, &spaces[place].1, &params, spaces, diagnostics)?;
    }
    let all = match &given.points {
        Some(wanted) if params.iter().any(|param| param.range.is_some()) => drawn(&mut params, wanted.value as usize, wire.experiment.seed),
        Some(wanted) => {
            diagnostics
                .add(&wanted.at, Part::Key, "`points` are drawn from ranges without `steps`, and there is none")
                .help("leave it out");
            return None;
        }
        None => combinations(&params).or_else(|| {
            let message = format!("the space has more than {MOST_POINTS} points, which is taken for a mistake");
            diagnostics.add(&name.at, Part::Key, message).help("give ranges fewer steps, or draw points from them: [tune] points = 500");
            None
        })?,
    };
    let (mut points, mut variants, mut impossible) = (Vec::new(), Vec::new(), Vec::new());
    for point in all {
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
    if params[other].range.is_some() {
        let message = format!("`{}` has a continuous range: depend on a parameter with a list of values", name.value);
        diagnostics.add(&name.at, Part::Key, message).help("give the range `steps`");
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
