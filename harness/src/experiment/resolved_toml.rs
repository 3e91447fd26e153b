//! The same experiment as TOML with every default written out: one file, no includes, no profile. Keys come from the table of keys and
//! in its order.

mod contestants;
mod section;
mod tuning;

use super::Experiment;
use super::contestants::{AgentSet, AgentSets, Comparison};
use super::entry_file::EntryFiles;
use super::games::GameSet;
use super::players::Meetings;
use super::rates::Rates;
use super::tournament::Pairing;
use super::tune::Tuned;
use super::variants::Variant;
use crate::config::wire::{BudgetWire, ConditionsWire, HypothesisWire, Wire};
use crate::config::{AnyKey, duration_text, keys};
use crate::stats::{StopRule, StopTest, Unit};
use contestants::{agent_sections, game_sections, inline};
pub(crate) use section::key;
use section::{Section, list, quoted, toml};
use std::collections::BTreeMap;
use treebench_agents::Budget;
use treebench_games::params::Value;

/// What an experiment was resolved from.
pub(crate) struct Parts<'a> {
    pub(crate) games: &'a [GameSet],
    pub(crate) settings: &'a [Variant],
    pub(crate) agents: &'a AgentSets,
    pub(crate) comparisons: &'a [Comparison],
    /// Who meets whom in a tournament.
    pub(crate) pairing: Option<&'a Meetings>,
    /// What is tuned.
    pub(crate) tuned: Option<&'a Tuned>,
    pub(crate) rates: &'a Rates,
    pub(crate) files: &'a EntryFiles,
}

/// Writes an experiment so that loading it gives the same cells, axes and exclusions.
pub(crate) fn resolved_toml(experiment: &Experiment, wire: &Wire, parts: &Parts<'_>) -> String {
    let &Parts { games, settings, agents, comparisons, pairing, tuned, rates, files } = parts;
    let mut text = format!("# Resolved by treebench {}: every default is written out.\n", env!("CARGO_PKG_VERSION"));
    let mut push = |section: Section<'_>| text.push_str(&section.text());
    let mut about = Section::of(&keys::EXPERIMENT);
    about.set(&keys::NAME, quoted(&experiment.name));
    about.set(&keys::QUESTION, quoted(&experiment.question));
    about.set(&keys::KIND, quoted(experiment.kind.name));
    about.set(&keys::SEED, experiment.seed.to_string());
    if tuned.is_none() {
        about.set(&keys::GAMES_PER_CELL, experiment.games_per_cell.to_string());
    }
    if let Some(baseline) = &experiment.baseline {
        about.set(&keys::BASELINE, quoted(baseline));
    }
    if !experiment.paper.is_empty() {
        about.set(&keys::PAPER, quoted(&experiment.paper));
    }
    if !experiment.references.is_empty() {
        about.set(&keys::REFERENCE, list(experiment.references.iter().map(|path| quoted(&path.to_string_lossy()))));
    }
    push(about);
    let mut kind = Section::named(experiment.kind.plays);
    kind.values(&settings[0].fixed());
    kind.sweep(wire.settings.get(experiment.kind.plays));
    push(kind);
    if !files.is_empty() {
        let mut texts = Section::of(&keys::FILE);
        files.texts().for_each(|(name, text)| texts.line(key(name), quoted(text)));
        push(texts);
    }
    if let Some(budget) = &wire.budget {
        push(budget_section(keys::BUDGET.name, budget));
    }
    if !rates.known.is_empty() {
        let mut known = Section::named(&format!("{}.{}", keys::CALIBRATION.name, keys::RATES.name));
        rates.known.iter().for_each(|(game, rate)| known.line(key(game), rate.to_string()));
        push(known);
    }
    let mut grid = Section::of(&keys::GRID);
    let confirms = |game: &&GameSet| tuned.is_some_and(|tuned| tuned.tuning.confirm_games.contains(&game.name));
    grid.set(
        &keys::GRID_GAME,
        list(games.iter().filter(|game| !confirms(game)).map(|game| if game.inline { inline(game) } else { quoted(&game.name) })),
    );
    push(grid);
    let mut tables: Vec<&GameSet> = games.iter().filter(|game| !game.inline).collect();
    tables.sort_by_key(|game| &game.name);
    tables.into_iter().flat_map(|game| game_sections(game, wire)).for_each(&mut push);
    let used = |set: &&AgentSet| match pairing {
        Some(pairing) => pairing.tables.contains(&set.name),
        None => comparisons.iter().any(|comparison| comparison.participants.contains(&set.name)),
    };
    agents.values().flatten().filter(used).flat_map(|set| agent_sections(set, wire, tuned)).for_each(&mut push);
    if let Some(tuned) = tuned {
        let others = list(games.iter().filter(confirms).map(|game| if game.inline { inline(game) } else { quoted(&game.name) }));
        tuning::sections(&tuned.tuning, others).into_iter().for_each(&mut push);
    }
    if let Some(pairing) = pairing {
        push(tournament(pairing));
    } else if !wire.compare.is_empty() {
        push(compare(comparisons));
    }
    if let Some(stop) = &experiment.stop {
        push(stop_section(stop));
    }
    for hypothesis in &wire.hypotheses {
        push(hypothesis_section(hypothesis));
    }
    if let Some(only) = &wire.only {
        let mut section = Section::of(&keys::ONLY);
        conditions(only).for_each(|(axis, values)| section.line(axis, values));
        push(section);
    }
    for exclude in &wire.excludes {
        let mut section = Section::of(&keys::EXCLUDE);
        section.header = format!("[[{}]]", keys::EXCLUDE.name);
        let conditions: Vec<String> = conditions(&exclude.conditions).map(|(axis, values)| format!("{axis} = {values}")).collect();
        section.set(&keys::WHERE, format!("{{ {} }}", conditions.join(", ")));
        section.set(&keys::REASON, quoted(&exclude.reason));
        push(section);
    }
    text
}

fn budget_section<'k>(name: &str, budget: &BudgetWire) -> Section<'k> {
    let value = |value: Budget| match value {
        Budget::Iterations(n) | Budget::States(n) => n.to_string(),
        Budget::Time(time) => quoted(&duration_text(time)),
    };
    let mut section = Section { keys: keys::BUDGET.keys(), ..Section::named(name) };
    section.line(budget.key.to_owned(), list(budget.values.iter().map(|given| value(given.value))));
    section
}

fn stop_section<'k>(rule: &StopRule) -> Section<'k> {
    let mut section = Section::of(&keys::STOP);
    match rule.test {
        StopTest::Gsprt { h0, h1, unit, alpha, beta } => {
            let unit = match unit {
                Unit::Points => "points",
                Unit::Elo => "elo",
                Unit::NormalisedElo => "normalised-elo",
            };
            section.set(&keys::TEST, quoted("gsprt"));
            section.set(&keys::UNIT, quoted(unit));
            for (key, value) in [(&keys::H0, h0), (&keys::H1, h1), (&keys::ALPHA, alpha), (&keys::BETA, beta)] {
                section.set(key, value.to_string());
            }
        }
        StopTest::Interval { width, alpha } => {
            section.set(&keys::TEST, quoted("interval"));
            section.set(&keys::ALPHA, alpha.to_string());
            if let Some(width) = width {
                section.set(&keys::WIDTH, (100.0 * width).to_string());
            }
        }
    }
    section.set(&keys::AT_LEAST, rule.at_least.to_string());
    section.set(&keys::AT_MOST, rule.at_most.to_string());
    section
}

fn hypothesis_section<'k>(hypothesis: &HypothesisWire) -> Section<'k> {
    let mut section = Section::of(&keys::HYPOTHESIS);
    section.header = format!("[[{}]]", keys::HYPOTHESIS.name);
    if let Some(says) = &hypothesis.says {
        section.set(&keys::SAYS, quoted(says));
    }
    if let Some(source) = &hypothesis.source {
        section.set(&keys::SOURCE, quoted(source));
    }
    section.set(&keys::IS, quoted(&hypothesis.is.value));
    if let Some(measure) = &hypothesis.measure {
        section.set(&keys::MEASURE, quoted(&measure.value));
    }
    section.set(&keys::OVER, quoted(hypothesis.over.as_ref().map_or("average", |over| over.value.as_str())));
    section.set(&keys::MARGIN, hypothesis.margin.as_ref().map_or(0.0, |margin| margin.value).to_string());
    for (key, about) in [(&keys::ABOUT, &hypothesis.conditions), (&keys::THAN, &hypothesis.than)] {
        if let Some(about) = about {
            let conditions: Vec<String> = conditions(about).map(|(axis, values)| format!("{axis} = {values}")).collect();
            section.set(key, format!("{{ {} }}", conditions.join(", ")));
        }
    }
    section
}

fn compare<'k>(comparisons: &[Comparison]) -> Section<'k> {
    let mut lines: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for comparison in comparisons {
        let names = list(comparison.participants[1..].iter().map(|name| quoted(name)));
        lines.entry(&comparison.participants[0]).or_default().push(names);
    }
    let mut section = Section::of(&keys::COMPARE);
    lines.into_iter().for_each(|(candidate, opponents)| section.line(key(candidate), list(opponents.into_iter())));
    section
}

fn tournament<'k>(pairing: &Meetings) -> Section<'k> {
    let names = |names: &[String]| list(names.iter().map(|name| quoted(name)));
    let mut section = Section::of(&keys::TOURNAMENT);
    section.set(&keys::FORMAT, quoted(pairing.tournament.format.word()));
    section.set(&keys::PLAYERS, names(&pairing.tables));
    if !pairing.challengers.is_empty() {
        section.set(&keys::CHALLENGERS, names(&pairing.challengers));
    }
    match pairing.tournament.pairing {
        Pairing::All => section.set(&keys::PAIRING, quoted("all")),
        Pairing::Swiss { rounds } => section.set(&keys::ROUNDS, rounds.to_string()),
        Pairing::Adaptive { rounds, sure } => {
            section.set(&keys::PAIRING, quoted("adaptive"));
            section.set(&keys::SURE, toml(&Value::Float(sure)));
            if let Some(rounds) = rounds {
                section.set(&keys::ROUNDS, rounds.to_string());
            }
        }
    }
    section
}

/// `"axis"` and `[value, …]` for every axis.
fn conditions(conditions: &ConditionsWire) -> impl Iterator<Item = (String, String)> {
    conditions.iter().map(|(axis, values)| (quoted(&axis.value), list(values.iter().map(|value| toml(&value.value)))))
}
