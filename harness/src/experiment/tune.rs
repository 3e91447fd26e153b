//! `[tune]` → the points of a space, and the comparisons in which they are played.

use super::contestants::{AgentSet, AgentSets, AgentVariant, Comparison, build};
use super::games::GameSet;
use super::tuning::{TuneMethod, TuneObjective, TunedParam, Tuning};
use super::variants::{Swept, Variant, check_given, check_one};
use super::{AxisValue, Cell, Role};
use crate::config::wire::{Located, SpaceWire, TableWire, TuneWire, Wire};
use crate::config::{Diagnostics, KeyPath, Part, keys};
use std::collections::BTreeSet;
use treebench_agents::agents;
use treebench_games::params::{ParamSpec, Value, Values, resolve};

/// More points than this are taken for a mistake.
const MOST_POINTS: usize = 50_000;
/// Values of a range unless `steps` says how many; a range of whole numbers with at most [`ALL_WHOLE`] has all of them.
const STEPS: usize = 11;
const ALL_WHOLE: i64 = 33;

/// What `[tune]` comes to.
pub(crate) struct Tuned {
    pub(crate) tuning: Tuning,
    pub(crate) comparisons: Vec<Comparison>,
    /// The parameters of the agent before tuning.
    pub(crate) base: Values,
}

/// The space and the comparisons. The agent's table gets a variant for every possible point. `None` if something is wrong.
pub(crate) fn tuned(
    wire: &Wire,
    games: &[GameSet],
    searched: usize,
    agents: &mut AgentSets,
    diagnostics: &mut Diagnostics,
) -> Option<Tuned> {
    let before = diagnostics.count();
    let at = KeyPath::top().key(keys::TUNE.name);
    if let Some(line) = wire.compare.first() {
        diagnostics
            .add(&line.at, Part::Key, "[tune] says who plays whom: a tuning has no [compare]")
            .help("write [tune] with against = [\"…\"]");
    }
    if let Some(given) = &wire.experiment.games_per_cell {
        diagnostics
            .add(&given.at, Part::Key, "[tune] says how many games are played: leave games-per-cell out")
            .help("write [tune] games = …");
    }
    let Some(given) = &wire.tune else {
        diagnostics.add(&at, Part::Key, "`tune` is missing: what is tuned?").help("write [tune] and [tune.NAME]");
        return None;
    };
    let [(name, spaces)] = &given.spaces[..] else {
        let message = match given.spaces.get(1) {
            Some((second, _)) => format!("one agent is tuned at a time, and `{}` is a second one", second.value),
            None => "no parameters are tuned: [tune.NAME] is missing".to_owned(),
        };
        let at = given.spaces.get(1).map_or(&given.at, |(second, _)| &second.at);
        diagnostics.add(at, Part::Key, message).help("write [tune.NAME] with the parameters of [agent.NAME] and their values");
        return None;
    };
    let (params, points, impossible, base) = space(name, spaces, wire, agents, diagnostics)?;
    let word = given.method.as_ref().map_or(TuneMethod::Ntbea.word(), |method| &method.value);
    let method = TuneMethod::WORDS.iter().find(|(known, _)| *known == word)?.1;
    let objectives = objectives(given, method, searched, diagnostics);
    refuse_unordered(method, spaces, &params, diagnostics);
    let (games_each, confirm) = (given.games.as_ref()?, given.confirm.as_ref()?);
    if games_each.value < confirm.value {
        let message = format!("the search has {} games, fewer than the {} of each confirmation", games_each.value, confirm.value);
        diagnostics.add(&confirm.at, Part::Value, message).help("raise `games`, or lower `confirm`");
    }
    if let (Some(TuneObjective::PerGame), Some(_)) =
        (objectives.iter().find(|o| **o == TuneObjective::PerGame), given.confirm_games.first())
    {
        let message = "under `per-game` every game is tuned by itself, so that no other game confirms it";
        diagnostics
            .add(&given.at.key(keys::CONFIRM_GAMES.name), Part::Key, message)
            .help("leave confirm-games out, or write objective = \"mean\"");
    }
    let comparisons = comparisons(name, given, games, agents, diagnostics);
    let confirm_games = games[searched.min(games.len())..].iter().map(|game| game.name.clone()).collect();
    let against = given.against.as_ref()?.value.iter().map(|name| name.value.clone()).collect();
    let tuning = Tuning {
        agent: name.value.clone(),
        params,
        points,
        impossible,
        method,
        games: games_each.value,
        confirm: confirm.value,
        objectives,
        against,
        confirm_games,
    };
    (diagnostics.count() == before).then_some(Tuned { tuning, comparisons, base })
}

/// Parameters, points, impossible points with their reasons, and the parameters before tuning.
type Points = (Vec<TunedParam>, Vec<Vec<Option<usize>>>, Vec<(String, String)>, Values);

/// The space of `[tune.NAME]`.
fn space(
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

fn objectives(given: &TuneWire, method: TuneMethod, games: usize, diagnostics: &mut Diagnostics) -> Vec<TuneObjective> {
    let mut found = Vec::new();
    for word in &given.objectives {
        let Some((_, objective)) = TuneObjective::WORDS.iter().find(|(known, _)| *known == word.value) else { continue };
        if found.contains(objective) {
            diagnostics.add(&word.at, Part::Value, format!("the objective `{}` is given twice", word.value));
        }
        if *objective != TuneObjective::Mean && games < 2 {
            let message = format!("the objective `{}` is about several games, and the grid has one", word.value);
            diagnostics.add(&word.at, Part::Value, message).help("write objective = \"mean\"");
        }
        if *objective == TuneObjective::Worst && matches!(method, TuneMethod::Spsa | TuneMethod::Race) {
            let message = format!("`{}` compares points round by round, and the worst game is not known of a round", method.word());
            diagnostics.add(&word.at, Part::Value, message).help("write method = \"ntbea\" or \"halving\", or objective = \"mean\"");
        }
        found.push(*objective);
    }
    if given.objectives.is_empty() {
        found.push(TuneObjective::Mean);
    }
    found
}

/// SPSA follows slopes, which words and parameters that do not always apply do not have.
fn refuse_unordered(method: TuneMethod, spaces: &[(String, SpaceWire)], params: &[TunedParam], diagnostics: &mut Diagnostics) {
    let odd = params.iter().zip(spaces).find(|(param, _)| !param.ordered || param.needs.is_some());
    if let (TuneMethod::Spsa, Some((param, (_, space)))) = (method, odd) {
        let message = format!("`spsa` follows slopes, and `{}` is no number that always applies", param.name);
        diagnostics.add(&space.at, Part::Value, message).help("write method = \"ntbea\", or leave this parameter out");
    }
}

/// The tuned agent against each opponent, for every number of players that the games have.
fn comparisons(
    name: &Located<String>,
    given: &TuneWire,
    games: &[GameSet],
    sets: &mut AgentSets,
    diagnostics: &mut Diagnostics,
) -> Vec<Comparison> {
    let sizes: BTreeSet<usize> = games.iter().flat_map(|game| game.variants.iter().map(|variant| variant.info.players)).collect();
    let mut comparisons: Vec<Comparison> = Vec::new();
    for opponent in given.against.iter().flat_map(|against| &against.value) {
        if opponent.value == name.value {
            let message = format!("`{}` is tuned, and cannot be its own opponent", name.value);
            diagnostics
                .add(&opponent.at, Part::Value, message)
                .help("name another table, or the registered agent, which plays with its defaults");
            continue;
        }
        if comparisons.iter().any(|known| known.participants[1..].contains(&opponent.value)) {
            diagnostics.add(&opponent.at, Part::Value, format!("the opponent `{}` is named twice", opponent.value));
            continue;
        }
        if !sets.contains_key(&opponent.value) && agents().find(&opponent.value).is_ok() {
            let set = build(&opponent.value, &TableWire::empty(&opponent.at), diagnostics);
            sets.insert(opponent.value.clone(), set);
        }
        if !sets.contains_key(&opponent.value) {
            let known: BTreeSet<&str> = sets.keys().map(String::as_str).chain(agents().iter().map(|entry| entry.name)).collect();
            let error = diagnostics.add(&opponent.at, Part::Value, format!("unknown agent `{}`", opponent.value));
            error.suggest(&opponent.value, known.iter().copied());
            continue;
        }
        for &size in &sizes {
            let participants = [name.value.clone()].into_iter().chain(std::iter::repeat_n(opponent.value.clone(), size.saturating_sub(1)));
            comparisons.push(Comparison { participants: participants.collect(), at: opponent.at.clone() });
        }
    }
    if sizes.contains(&1) {
        diagnostics.add(&given.at, Part::Key, "a tuning is about games against opponents, and the grid has a game for one player");
    }
    comparisons
}

/// Whether the default takes part in every game, and the budgets are enough for the points and games that there are.
pub(crate) fn check(tuning: &Tuning, cells: &[Cell], games: &[GameSet], wire: &Wire, diagnostics: &mut Diagnostics) {
    let Some(given) = &wire.tune else { return };
    let at = given.spaces.first().map_or(&given.at, |(name, _)| &name.at);
    let is_default = |cell: &&Cell| {
        tuning.params.iter().all(|param| {
            let own = |at: &&AxisValue| at.role().agent() == Some(&tuning.agent) && at.role().param() == Some(&param.name);
            cell.axes.iter().find(own).is_none_or(|at| !at.applies() || at.value == param.values[param.default].to_string())
        })
    };
    let game = |cell: &Cell| cell.axes.iter().find(|at| *at.role() == Role::Game).map(|at| at.value.clone());
    let played: BTreeSet<String> = cells.iter().filter(is_default).filter_map(game).collect();
    if wire.only.is_none()
        && let Some(missing) = games.iter().find(|game| !played.contains(&game.name))
    {
        let message = format!("the default parameters cannot play `{}`, but they always take part", missing.name);
        diagnostics.add(at, Part::Key, message).help("say in `params` of the agent which parameters are the default");
        return;
    }
    // A round of the grid's games: all seats against every opponent.
    let searched = games.iter().filter(|game| !tuning.confirm_games.contains(&game.name));
    let rounds = searched.map(|game| game.variants.first().map_or(2, |variant| variant.info.players as u64) * tuning.against.len() as u64);
    let (round, least) = rounds.fold((0, u64::MAX), |(sum, least), cost| (sum + cost, least.min(cost)));
    let per_game = tuning.objectives == [TuneObjective::PerGame];
    let round = if per_game { least } else { round };
    let points = tuning.points.len() as u64;
    let (needed, why) = match tuning.method {
        TuneMethod::Grid | TuneMethod::Wilson => (round * points, format!("one round of each of the {points} points")),
        _ => (round * 4, "four rounds in all games".to_owned()),
    };
    if let Some(games) = given.games.as_ref().filter(|games| u64::from(games.value) < needed) {
        let message = format!("{} games are not enough: {why} takes {needed}", games.value);
        diagnostics.add(&games.at, Part::Value, message).help("raise `games`, or choose another method or a smaller space");
    }
    if let Some(confirm) = given.confirm.as_ref().filter(|confirm| confirm.value > 0 && u64::from(confirm.value) < round * 6) {
        let message =
            format!("{} games confirm nothing: six rounds in all games, which can just be significant, take {}", confirm.value, round * 6);
        diagnostics.add(&confirm.at, Part::Value, message).help("raise `confirm`, or write confirm = 0 for no confirmation");
    }
}
