//! An experiment file → experiment, in order.

use super::axes::Axes;
use super::conditions::Conditions;
use super::contestants::{AgentSets, Comparison};
use super::engines::engines;
use super::grid::Grid;
use super::hypothesis::hypotheses;
use super::kind_tables::KindSetup;
use super::label_check::check;
use super::rates::{Rates, rates};
use super::resolved_toml::{Parts, resolved_toml};
use super::setup::{Settings, Setup};
use super::variants::{SweptValue, Variant, variants};
use super::warnings::warnings;
use super::{Exclusion, Experiment, KindRules, Labels, MissingRate, Probes};
use crate::config::wire::{FigureWire, Located, ParamTable, Wire};
use crate::config::{Document, KeyPath, KindName, Part};
use std::path::PathBuf;
use treebench_games::params::Value;

/// Resolves an experiment, with the rates still to be measured and [warnings]; files that a `stored` copy refers to may be missing.
/// `None`, with errors, if it is invalid.
pub(crate) fn resolve(
    document: &Document,
    kinds: &[&'static KindRules],
    stored: bool,
    probes: &Probes,
) -> Option<(Experiment, Vec<MissingRate>, Vec<String>)> {
    let wire = &document.wire;
    let errors = wire.at.sources();
    let about = wire.experiment.as_ref()?;
    let references = about.references.iter().map(|file| reference(file, stored)).collect();
    let mut setup = Setup::new(document, &probes.engines);
    let (KindParts { kind, own, given, settings }, GridParts { rates, axes, labels, only, excludes }) =
        parts(document, kinds, probes, &mut setup)?;
    let games_per_cell = own.most_per_cell().or(about.games_per_cell.as_ref().map(|games| games.value))?;
    let (own, seed) = (&*own, about.seed);
    let grid = Grid { kind, setup: &setup, own, settings: &settings, seed, games_per_cell, axes, only, excludes, rates: &rates };
    let expanded = grid.expand();
    let hypotheses = hypotheses(wire, kind, &grid.axes, &expanded.cells);
    if errors.none() && !expanded.cells.is_empty() {
        own.check(&setup, &expanded.cells, &hypotheses);
    }
    let baseline = about.baseline.as_ref().and_then(|name| baseline(name, wire, &setup.comparisons));
    if expanded.cells.is_empty() && errors.none() {
        refuse_empty(&expanded.excluded, &wire.at);
    }
    let mut experiment = Experiment {
        name: about.name.as_ref()?.value.0.clone(),
        labels,
        figures: wire.figure.as_ref().map(FigureWire::style).unwrap_or_default(),
        seed: about.seed,
        engines: engines(wire, &probes.engines),
        own: own.value(&expanded.cells, &hypotheses),
        hypotheses,
        excluded: expanded.excluded,
        baseline,
        references,
        overrides: errors.overrides(&wire.at.key("hypothesis").steps()),
        is_partial: wire.only.is_some(),
        metadata: about.into(),
        ..Experiment::of_cells(kind, expanded.cells, games_per_cell)
    };
    let parts = Parts { setup: &setup, own, given: &given, settings: &settings, rates: &rates, files: &expanded.files };
    experiment.resolved_toml = resolved_toml(&experiment, &parts);
    let warnings = warnings(&setup, &grid.axes, &expanded.files, &experiment.cells, &experiment.hypotheses);
    Some((experiment, rates.missing, warnings))
}

/// Checks the sections of a file without its cells.
pub(crate) fn check_sections(document: &Document, kinds: &[&'static KindRules], probes: &Probes) {
    parts(document, kinds, probes, &mut Setup::new(document, &probes.engines));
}

/// What cells are made of, besides games, agents and the kind.
struct GridParts {
    rates: Rates,
    axes: Axes,
    labels: Labels,
    only: Option<Conditions>,
    excludes: Vec<(Conditions, String)>,
}

/// Resolves all sections. `None`, with errors, if one that the axes need is invalid.
fn parts<'w>(
    document: &'w Document,
    kinds: &[&'static KindRules],
    probes: &Probes,
    setup: &mut Setup<'w>,
) -> Option<(KindParts<'w>, GridParts)> {
    let wire = &document.wire;
    let parts = kind_parts(document, kinds, setup)?;
    if wire.budget.is_none() && needs_budget(&setup.comparisons, setup.contestants()) {
        let message = "`budget` is missing: the budget of a turn";
        wire.at.key("budget").refuse(Part::Key, message).help("write [budget] with iterations = 1000");
        return None;
    }
    let rates = rates(wire, &setup.games, &setup.agents, &probes.rates);
    if !wire.at.sources().none() {
        return None;
    }
    let axes = Axes::new(setup, (parts.kind, &parts.settings), parts.own.sides());
    let labels = labels(wire, setup, &axes);
    let only = wire.only.as_ref().map(|only| Conditions::new(only, &axes));
    let excludes = wire.excludes.0.iter().map(|exclude| (Conditions::new(&exclude.conditions, &axes), exclude.reason.clone())).collect();
    Some((parts, GridParts { rates, axes, labels, only, excludes }))
}

/// The kind of an experiment with its tables.
struct KindParts<'w> {
    kind: &'static KindRules,
    own: Box<dyn KindSetup + 'w>,
    given: Settings,
    /// All variants of the settings.
    settings: Vec<Variant>,
}

/// Resolves the kind and its tables. `None`, with errors, if anything so far is invalid.
fn kind_parts<'w>(document: &'w Document, kinds: &[&'static KindRules], setup: &mut Setup<'w>) -> Option<KindParts<'w>> {
    let wire = &document.wire;
    let about = wire.experiment.as_ref()?;
    let kind = about.kind.as_ref().and_then(|name| find_kind(name, kinds));
    let given = kind.map(|kind| setup.settings(kind.plays));
    let settings = kind.zip(given.as_ref()).map(|(kind, given)| settings(kind, given));
    let own = match kind {
        Some(kind) => {
            refuse_other_tables(kind, kinds, document);
            (kind.own.resolve)(setup)
        }
        None => {
            setup.compare();
            None
        }
    };
    let games = wire.at.key("experiment").key("games-per-cell");
    if about.games_per_cell.is_none() && games.rank().is_none() && kind.is_some_and(|kind| !kind.own.count_tasks) {
        games.refuse(Part::Key, "`games-per-cell` is missing").help("write games-per-cell = 200");
    }
    check_names(setup, kind.zip(settings.as_deref()));
    if !wire.at.sources().none() {
        return None;
    }
    Some(KindParts { kind: kind?, own: own?, given: given?, settings: settings? })
}

fn find_kind(name: &Located<KindName>, kinds: &[&'static KindRules]) -> Option<&'static KindRules> {
    let wanted = &name.value.0;
    let found = kinds.iter().find(|kind| kind.name == wanted).copied();
    if found.is_none() {
        let known: Vec<&str> = kinds.iter().map(|kind| kind.name).collect();
        name.at.refuse(Part::Value, format!("unknown kind `{wanted}`")).suggest(wanted, known);
    }
    found
}

/// Reports tables of other kinds.
fn refuse_other_tables(kind: &KindRules, kinds: &[&'static KindRules], document: &Document) {
    let owns = |kind: &KindRules, name: &str| kind.own.keys.iter().any(|key| key.name == name);
    for name in document.kinds.keys().filter(|name| **name != kind.plays && !owns(kind, name)) {
        let owners: Vec<String> = kinds.iter().filter(|kind| owns(kind, name)).map(|kind| format!("`{}`", kind.name)).collect();
        let message = match &owners[..] {
            [] => format!("[{name}] has settings of another kind; this experiment has kind `{}`", kind.name),
            owners => format!("[{name}] belongs to experiments of kind {}; this one has kind `{}`", owners.join(" or "), kind.name),
        };
        let at = document.wire.at.key(name);
        let mut error = at.refuse(Part::Key, message);
        if let Some((_, help)) = kind.own.instead.iter().find(|(table, _)| table == name) {
            error.help(help);
        }
    }
}

/// All variants of the settings of the kind.
fn settings(kind: &KindRules, given: &Settings) -> Vec<Variant> {
    let mut all = variants(&kind.settings(), ParamTable { at: &given.at, params: &given.params, sweep: &given.sweep });
    for &(name, values) in kind.varies {
        let at = given.at.key(name);
        let with = |variant: &Variant, (index, value): (usize, &&str)| {
            let value = Value::Text((*value).to_owned());
            let mut variant = variant.clone();
            variant.params.set(name.to_owned(), value.clone());
            variant.swept.push(SweptValue { name: name.to_owned(), value, index, at: at.clone() });
            variant
        };
        all = all.iter().flat_map(|variant| values.iter().enumerate().map(|value| with(variant, value)).collect::<Vec<_>>()).collect();
    }
    all
}

/// The labels of all names in use.
fn labels(wire: &Wire, setup: &Setup<'_>, axes: &Axes) -> Labels {
    let labels = Labels::new(wire.label.as_ref());
    if let Some(wire) = &wire.label {
        let agents = setup.agents.keys().chain(setup.contestants().keys()).map(String::as_str);
        let sets = setup.agents.values().flatten().flat_map(|set| &set.variants);
        // Players of a tournament are variants, whose parameters are no axes.
        let swept: Vec<&str> = sets.flat_map(|variant| &variant.variant.swept).map(|swept| swept.name.as_str()).collect();
        let programs = setup.agents.iter().filter_map(|(name, set)| Some((name.as_str(), set.as_ref()?.program.name())));
        let registered = programs.chain(setup.games.iter().map(|set| (set.name.as_str(), set.entry.name))).collect();
        check(wire, &labels, axes, &agents.chain(swept).collect::<Vec<_>>(), &registered);
    }
    labels
}

/// The agent that the others are compared with: it must be one that searches alone.
fn baseline(name: &Located<String>, wire: &Wire, comparisons: &[Comparison]) -> Option<String> {
    if !wire.compare.is_empty() {
        name.at.refuse(Part::Key, "[compare] already defines the pairings; remove `baseline`");
        return None;
    }
    let known: Vec<&str> = comparisons.iter().flat_map(|comparison| &comparison.participants).map(String::as_str).collect();
    if !known.contains(&name.value.as_str()) {
        name.at.refuse(Part::Value, format!("no agent is named `{}`", name.value)).suggest(&name.value, known);
        return None;
    }
    Some(name.value.clone())
}

/// The path of a file with reference values, which is relative to the file that names it.
fn reference(file: &Located<String>, stored: bool) -> PathBuf {
    let path = file.at.folder().join(&file.value);
    match std::fs::canonicalize(&path) {
        Ok(path) => path,
        Err(_) if stored => path,
        Err(_) => {
            file.at.refuse(Part::Value, format!("no such file: {}", path.display()));
            path
        }
    }
}

/// Axes are called `TABLE.PARAMETER`, so tables that sweep must differ in name.
fn check_names(setup: &Setup<'_>, settings: Option<(&KindRules, &[Variant])>) {
    let Setup { games, agents, .. } = setup;
    if let Some((kind, _)) = settings.filter(|(_, variants)| variants.len() > 1) {
        let games = games.iter().filter(|game| game.name == kind.plays).map(|game| &game.at);
        for at in games.chain(agents.get(kind.plays).and_then(Option::as_ref).map(|agent| &agent.at)) {
            at.refuse(Part::Key, format!("the kind, whose settings are swept, is also named `{}`; rename the table", kind.plays));
        }
    }
    for game in games.iter().filter(|game| game.variants.iter().any(|variant| !variant.variant.swept.is_empty())) {
        if let Some(Some(agent)) = agents.get(&game.name) {
            agent.at.refuse(Part::Key, format!("a swept game is also named `{}`; rename one of the tables", agent.name));
        }
    }
}

fn needs_budget(comparisons: &[Comparison], agents: &AgentSets) -> bool {
    let mut names = comparisons.iter().flat_map(|comparison| &comparison.participants);
    names.any(|name| agents.get(name).and_then(Option::as_ref).is_some_and(|set| set.budget.is_none()))
}

fn refuse_empty(excluded: &[Exclusion], top: &KeyPath) {
    let mut reasons: Vec<&str> = excluded.iter().map(|excluded| excluded.reason.as_str()).collect();
    reasons.sort_unstable();
    reasons.dedup();
    let at = top.key("grid");
    let why = if reasons.is_empty() { "[only] or [[exclude]] removes every combination" } else { "no combination can be played" };
    let mut error = at.refuse(Part::Key, format!("the grid is empty: {why}"));
    for reason in reasons.iter().take(5) {
        error.note("reason", reason);
    }
}
