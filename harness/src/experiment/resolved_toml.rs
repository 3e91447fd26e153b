//! The same experiment as TOML with every default written out: one file, no includes, no profile.

use super::Experiment;
use super::contestants::{AgentSet, Comparison};
use super::entry_files::EntryFiles;
use super::games::GameSet;
use super::kind_tables::KindSetup;
use super::rates::Rates;
use super::setup::{Settings, Setup};
use super::variants::{Variant, located};
use crate::config::wire::{CalibrationWire, ExperimentWire, GameTable, GridWire, Located, NamedTable, Opponents, Wire};
use crate::config::{Section as _, Shape as _, Toml};
use std::collections::BTreeMap;

/// The inputs of a resolved experiment.
pub(crate) struct Parts<'a> {
    pub(crate) setup: &'a Setup<'a>,
    /// The setup of the kind's tables.
    pub(crate) own: &'a dyn KindSetup,
    /// The settings of the kind that the file gives, and their variants.
    pub(crate) given: &'a Settings,
    pub(crate) settings: &'a [Variant],
    pub(crate) rates: &'a Rates,
    pub(crate) files: &'a EntryFiles,
}

/// Writes an experiment so that loading it gives the same cells, axes and exclusions.
pub(crate) fn resolved_toml(experiment: &Experiment, parts: &Parts<'_>) -> String {
    let head = format!("# Resolved by treebench {}: every default is written out.\n", env!("CARGO_PKG_VERSION"));
    let mut sections = shared(experiment, parts).table();
    sections.push((experiment.kind.plays.to_owned(), settings(parts)));
    sections.extend(parts.own.tables());
    sections.iter().fold(head, |text, (name, section)| text + &section.section(name))
}

/// The tables that all kinds share.
fn shared(experiment: &Experiment, parts: &Parts<'_>) -> Wire {
    let &Parts { setup, rates, files, .. } = parts;
    let wire = setup.wire;
    let text = |text: &str| Located::new(text.to_owned(), wire.at.clone());
    let games = setup.games.iter().filter(|game| !game.inline).map(|game| {
        let given = wire.games.get(&game.name).and_then(|table| table.as_ref());
        let table = game.table(given.unwrap_or(&GameTable::empty(&game.at)));
        (game.name.clone(), NamedTable(Some(table)))
    });
    let agents = setup.agents.values().flatten().filter(|set| takes_part(set, setup));
    let given = |set: &AgentSet| wire.agents.get(&set.name).and_then(|table| table.as_ref());
    let known = rates.known.iter().map(|(game, rate)| (game.clone(), Located::new(*rate, wire.at.clone())));
    Wire {
        at: wire.at.clone(),
        include: None,
        experiment: Some(table(experiment, wire)),
        budget: wire.budget.clone(),
        calibration: Some(CalibrationWire { agent: None, seconds: None, pins: known.collect() }).filter(|known| !known.pins.is_empty()),
        grid: Some(GridWire { games: setup.games.iter().filter(|game| game.in_grid).map(GameSet::named).collect() }),
        games: games.collect(),
        agents: agents.map(|set| (set.name.clone(), NamedTable(Some(set.table(given(set), setup.identities.get(&set.name)))))).collect(),
        compare: if wire.compare.is_empty() { BTreeMap::new() } else { compare(&setup.comparisons) },
        files: files.texts().map(|(name, content)| (name.to_owned(), text(content))).collect(),
        ..wire.clone()
    }
}

/// `[experiment]`, with what does not stand in the file.
fn table(experiment: &Experiment, wire: &Wire) -> ExperimentWire {
    let text = |text: &str| Located::new(text.to_owned(), wire.at.clone());
    let references = experiment.references.iter().map(|path| text(&path.to_string_lossy()));
    ExperimentWire {
        games_per_cell: Some(Located::new(experiment.games_per_cell, wire.at.clone())).filter(|_| !experiment.kind.own.count_tasks),
        question: Some(experiment.metadata.question.clone()),
        references: references.collect(),
        ..wire.experiment.clone().unwrap_or_default()
    }
}

/// Whether an agent is compared or a table of players.
fn takes_part(set: &AgentSet, setup: &Setup<'_>) -> bool {
    match &setup.players {
        Some(players) => players.tables.contains(&set.name),
        None => setup.comparisons.iter().any(|comparison| comparison.participants.contains(&set.name)),
    }
}

fn compare(comparisons: &[Comparison]) -> BTreeMap<String, Located<Opponents>> {
    let mut lines: BTreeMap<String, Located<Opponents>> = BTreeMap::new();
    for Comparison { participants, at, .. } in comparisons {
        let names = participants[1..].iter().map(|name| Located::new(name.clone(), at.clone())).collect();
        let line = lines.entry(participants[0].clone()).or_insert_with(|| Located::new(Opponents(Vec::new()), at.clone()));
        line.value.0.push(Located::new(names, at.clone()));
    }
    lines
}

/// The table with the settings of the kind: lists where they are swept.
fn settings(parts: &Parts<'_>) -> Toml {
    let given = parts.given;
    let fixed = located(&parts.settings[0].fixed(), &given.at);
    let swept = given.sweep.iter().map(|(name, values)| (name.clone(), values.toml()));
    Toml::Table(fixed.iter().map(|(name, value)| (name.clone(), value.toml())).chain(swept).collect())
}
