//! Wire types → experiment, in order.

use super::axes::Axes;
use super::conditions::Conditions;
use super::contestants::{AgentSets, Comparison, agent_sets, comparisons};
use super::engines::engines;
use super::games::{GameSet, game_sets};
use super::grid::Grid;
use super::hypothesis::{self, hypotheses};
use super::players::pairing;
use super::rates::rates;
use super::resolved_toml::{Parts, resolved_toml};
use super::stop::stop_rule;
use super::tune::{check, tuned};
use super::variants::{Swept, Variant, variants};
use super::{Excluded, Experiment, KindRules, Probes, Unmeasured};
use crate::config::wire::{GridWire, Located, TableWire, Wire};
use crate::config::{Diagnostics, KeyPath, Part};
use std::path::PathBuf;
use treebench_games::params::Value;

/// Resolves an experiment, with the rates that must still be measured; files that a `stored` copy refers to may be gone. `None` if something is wrong
/// with it: see the diagnostics.
pub(crate) fn resolve(
    wire: &Wire,
    kinds: &[&'static KindRules],
    stored: bool,
    probes: &Probes,
    diagnostics: &mut Diagnostics,
) -> Option<(Experiment, Vec<Unmeasured>)> {
    let about = &wire.experiment;
    let kind = about.kind.as_ref().and_then(|name| find_kind(name, kinds, diagnostics));
    let settings = kind.map(|kind| settings(kind, wire, diagnostics));
    let references = about.references.iter().map(|file| reference(file, stored, diagnostics)).collect();
    let tunes = kind.is_some_and(|kind| !kind.tunes.is_empty());
    let (games, searched) = if tunes { tuned_games(wire, diagnostics) } else { (game_sets(wire, diagnostics), 0) };
    let mut agents = agent_sets(wire, &probes.engines, diagnostics);
    let pairing = kind.filter(|kind| kind.has_players).map(|_| pairing(wire, &games, &mut agents, diagnostics));
    if let (Some(given), Some(kind), None) = (&wire.tournament, kind, &pairing) {
        let message = format!("[tournament] belongs to experiments of kind `tournament`: this one's is `{}`", kind.name);
        diagnostics.add(&given.at, Part::Key, message);
    }
    if let (Some(given), Some(kind), false) = (&wire.tune, kind, tunes) {
        let message = format!("[tune] belongs to experiments of kind `tune` or `tune-search`: this one's is `{}`", kind.name);
        diagnostics.add(&given.at, Part::Key, message);
    }
    let tuning = kind.filter(|_| tunes).map(|kind| tuned(wire, kind.tunes, (&games, searched), &mut agents, diagnostics));
    let mut tuned = tuning.flatten();
    let (comparisons, pairing) = match pairing {
        _ if tunes => (tuned.as_mut().map_or(Vec::new(), |tuned| std::mem::take(&mut tuned.comparisons)), None),
        Some(Some(mut pairing)) => (std::mem::take(&mut pairing.comparisons), Some(pairing)),
        Some(None) => (Vec::new(), None),
        None => (comparisons(wire, &mut agents, diagnostics), None),
    };
    check_names(&games, &agents, kind.zip(settings.as_deref()), diagnostics);
    if !diagnostics.none() {
        return None;
    }
    let (kind, settings) = (kind?, settings?);
    let contestants = pairing.as_ref().map_or(&agents, |pairing| &pairing.sets);
    if wire.budget.is_none() && needs_budget(&comparisons, contestants) {
        diagnostics
            .add(&KeyPath::top().key("budget"), Part::Key, "`budget` is missing: what may an agent spend on a turn?")
            .help("write [budget] with iterations = 1000");
        return None;
    }
    let rates = rates(wire, &games, &agents, &probes.rates, diagnostics);
    if !diagnostics.none() {
        return None;
    }
    let axes = Axes::new(&comparisons, &games, (kind, &settings), contestants, wire.budget.as_ref());
    let only = wire.only.as_ref().map(|only| Conditions::new(only, &axes, diagnostics));
    let excludes =
        wire.excludes.iter().map(|exclude| (Conditions::new(&exclude.conditions, &axes, diagnostics), exclude.reason.clone())).collect();
    let claimed = hypothesis::conditions(wire, kind, &axes, diagnostics);
    let games_per_cell = match &tuned {
        Some(tuned) => tuned.most_per_cell,
        None => about.games_per_cell.as_ref()?.value,
    };
    let stop = stop_rule(wire, kind, games_per_cell, diagnostics);
    let grid = Grid {
        kind,
        stop: stop.as_ref(),
        settings: &settings,
        seed: about.seed,
        games_per_cell,
        games: &games,
        agents: contestants,
        comparisons: &comparisons,
        budget: wire.budget.as_ref(),
        axes,
        only,
        excludes,
        unneeded: tuned.as_ref().map(|tuned| tuned.tuning.unneeded()),
        tunes,
        rates: &rates,
        texts: &wire.files,
    };
    let expanded = grid.expand(diagnostics);
    if let Some(tuned) = &tuned
        && diagnostics.none()
        && !expanded.cells.is_empty()
    {
        check(&tuned.tuning, &expanded.cells, &games, wire, diagnostics);
    }
    let baseline = about.baseline.as_ref().and_then(|name| baseline(name, wire, &comparisons, diagnostics));
    if expanded.cells.is_empty() && diagnostics.none() {
        refuse_empty(&expanded.excluded, diagnostics);
    }
    let mut experiment = Experiment {
        name: about.name.as_ref()?.value.clone(),
        question: about.question.clone().unwrap_or_default(),
        paper: about.paper.clone().unwrap_or_default(),
        kind,
        seed: about.seed,
        games_per_cell,
        stop,
        engines: engines(wire, &probes.engines),
        hypotheses: hypotheses(wire, kind, &claimed, &grid.axes, &expanded.cells),
        cells: expanded.cells,
        excluded: expanded.excluded,
        baseline,
        tournament: pairing.as_ref().map(|pairing| pairing.tournament.clone()),
        tuning: tuned.as_ref().map(|tuned| tuned.tuning.clone()),
        references,
        resolved_toml: String::new(),
    };
    drop(grid);
    let parts = Parts {
        games: &games,
        settings: &settings,
        agents: &agents,
        comparisons: &comparisons,
        pairing: pairing.as_ref(),
        tuned: tuned.as_ref(),
        rates: &rates,
        files: &expanded.files,
    };
    experiment.resolved_toml = resolved_toml(&experiment, wire, &parts);
    Some((experiment, rates.missing))
}

fn find_kind(name: &Located<String>, kinds: &[&'static KindRules], diagnostics: &mut Diagnostics) -> Option<&'static KindRules> {
    let found = kinds.iter().find(|kind| kind.name == name.value).copied();
    if found.is_none() {
        let known: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        diagnostics.add(&name.at, Part::Value, format!("unknown kind `{}`", name.value)).suggest(&name.value, known);
    }
    found
}

/// All variants of the settings of the kind. Tables of other kinds are errors.
fn settings(kind: &KindRules, wire: &Wire, diagnostics: &mut Diagnostics) -> Vec<Variant> {
    for (other, given) in wire.settings.iter().filter(|(name, _)| *name != kind.plays) {
        diagnostics.add(&given.at, Part::Key, format!("[{other}] has settings of another kind: this experiment's is `{}`", kind.name));
    }
    let given = wire.settings.get(kind.plays).cloned().unwrap_or_else(|| TableWire::empty(&KeyPath::top().key(kind.plays)));
    let mut all = variants(&kind.settings(), &given, diagnostics);
    for &(name, values) in kind.varies {
        let at = KeyPath::top().key(kind.plays).key(name);
        let with = |variant: &Variant, (index, value): (usize, &&str)| {
            let value = Value::Text((*value).to_owned());
            let mut variant = variant.clone();
            variant.params.set(name.to_owned(), value.clone());
            variant.swept.push(Swept { name: name.to_owned(), value, index, at: at.clone() });
            variant
        };
        all = all.iter().flat_map(|variant| values.iter().enumerate().map(|value| with(variant, value)).collect::<Vec<_>>()).collect();
    }
    all
}

/// The games of the grid and, after them, those that only confirm; and the number of the first.
fn tuned_games(wire: &Wire, diagnostics: &mut Diagnostics) -> (Vec<GameSet>, usize) {
    let mut games = game_sets(wire, diagnostics);
    let searched = games.len();
    let confirm = wire.tune.as_ref().map_or(&[][..], |tune| &tune.confirm_games);
    if !confirm.is_empty() && diagnostics.none() {
        let only = Wire { grid: Some(GridWire { games: confirm.to_vec() }), ..wire.clone() };
        for game in game_sets(&only, diagnostics) {
            if games.iter().any(|known| known.name == game.name) {
                let message = format!("`{}` is searched already: confirm-games are others", game.name);
                diagnostics.add(&game.at, Part::Value, message);
            } else {
                games.push(game);
            }
        }
    }
    (games, searched)
}

/// The agent that the others are compared with: it must be one of those that search alone.
fn baseline(name: &Located<String>, wire: &Wire, comparisons: &[Comparison], diagnostics: &mut Diagnostics) -> Option<String> {
    if !wire.compare.is_empty() {
        diagnostics.add(&name.at, Part::Key, "[compare] already says who is compared with whom: leave `baseline` out");
        return None;
    }
    let known: Vec<&str> = comparisons.iter().flat_map(|comparison| &comparison.participants).map(String::as_str).collect();
    if !known.contains(&name.value.as_str()) {
        diagnostics.add(&name.at, Part::Value, format!("no agent is called `{}`", name.value)).suggest(&name.value, known);
        return None;
    }
    Some(name.value.clone())
}

/// The path of a file with reference values, which is relative to the file that names it.
fn reference(file: &Located<String>, stored: bool, diagnostics: &mut Diagnostics) -> PathBuf {
    let path = diagnostics.folder(&file.at).join(&file.value);
    match std::fs::canonicalize(&path) {
        Ok(path) => path,
        Err(_) if stored => path,
        Err(_) => {
            diagnostics.add(&file.at, Part::Value, format!("there is no file {}", path.display()));
            path
        }
    }
}

/// Axes are called `TABLE.PARAMETER`, so tables that sweep must differ in name.
fn check_names(games: &[GameSet], agents: &AgentSets, settings: Option<(&KindRules, &[Variant])>, diagnostics: &mut Diagnostics) {
    if let Some((kind, _)) = settings.filter(|(_, variants)| variants.len() > 1) {
        let games = games.iter().filter(|game| game.name == kind.plays).map(|game| &game.at);
        for at in games.chain(agents.get(kind.plays).and_then(Option::as_ref).map(|agent| &agent.at)) {
            diagnostics.add(at, Part::Key, format!("the kind whose settings are swept is called `{}` too: rename the table", kind.plays));
        }
    }
    for game in games.iter().filter(|game| game.variants.iter().any(|variant| !variant.variant.swept.is_empty())) {
        if let Some(Some(agent)) = agents.get(&game.name) {
            diagnostics.add(&agent.at, Part::Key, format!("a game that is swept is called `{}` too: rename one of the tables", agent.name));
        }
    }
}

fn needs_budget(comparisons: &[Comparison], agents: &AgentSets) -> bool {
    let mut names = comparisons.iter().flat_map(|comparison| &comparison.participants);
    names.any(|name| agents.get(name).and_then(Option::as_ref).is_some_and(|set| set.budget.is_none()))
}

fn refuse_empty(excluded: &[Excluded], diagnostics: &mut Diagnostics) {
    let mut reasons: Vec<&str> = excluded.iter().map(|excluded| excluded.reason.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let error = diagnostics.add(
        &KeyPath::top().key("grid"),
        Part::Key,
        "the grid is empty: every combination is left out by [only] or [[exclude]]",
    );
    for reason in reasons.iter().take(5) {
        error.note("reason", reason);
    }
}
