//! The same experiment as TOML with every default written out: one file, no includes, no profile.

use super::Experiment;
use super::calibration::Rates;
use super::contestants::{AgentSet, AgentSets, Comparison};
use super::games::GameSet;
use super::variants::Variant;
use crate::config::budget_text;
use crate::config::wire::{BudgetWire, Conditions, TableWire, Wire};
use std::collections::BTreeMap;
use std::fmt::Write;
use treebench_games::params::{Value, Values};

/// A TOML document that grows.
pub(crate) struct Writer(String);

impl Writer {
    /// Writes an experiment so that loading it gives the same cells, axes and exclusions.
    pub(crate) fn write(
        experiment: &Experiment,
        wire: &Wire,
        games: &[GameSet],
        settings: &[Variant],
        agents: &AgentSets,
        comparisons: &[Comparison],
        rates: &Rates,
    ) -> String {
        let mut writer = Writer(String::new());
        writer.line(format_args!("# Resolved by treebench {}: every default is written out.\n", env!("CARGO_PKG_VERSION")));
        writer.header("experiment");
        writer.text("name", &experiment.name);
        writer.text("question", &experiment.question);
        writer.text("kind", experiment.kind.name());
        writer.line(format_args!("seed = {}", experiment.seed));
        writer.line(format_args!("games-per-cell = {}", experiment.games_per_cell));
        if let Some(baseline) = &experiment.baseline {
            writer.text("baseline", baseline);
        }
        if !experiment.references.is_empty() {
            writer.list("reference", experiment.references.iter().map(|path| quoted(&path.to_string_lossy())));
        }
        writer.header(experiment.kind.name());
        writer.settings(&settings[0], wire.settings.get(experiment.kind.name()));
        if let Some(budget) = &wire.budget {
            writer.header("budget");
            writer.budget(budget);
        }
        if !rates.0.is_empty() {
            writer.header("calibration.states-per-second");
            for (game, rate) in &rates.0 {
                writer.line(format_args!("{} = {rate}", key(game)));
            }
        }
        writer.games(wire, games);
        writer.agents(wire, agents, comparisons);
        if let Some(only) = &wire.only {
            writer.header("only");
            conditions(only).for_each(|condition| writer.line(format_args!("{condition}")));
        }
        for exclude in &wire.excludes {
            writer.line(format_args!("\n[[exclude]]"));
            let conditions: Vec<String> = conditions(&exclude.conditions).collect();
            writer.line(format_args!("where = {{ {} }}", conditions.join(", ")));
            writer.text("reason", &exclude.reason);
        }
        writer.0
    }

    /// The settings of the kind, lists as they are.
    fn settings(&mut self, variant: &Variant, given: Option<&TableWire>) {
        self.values(&variant.fixed());
        self.sweep(given);
    }

    fn games(&mut self, wire: &Wire, games: &[GameSet]) {
        self.header("grid");
        self.list("game", games.iter().map(|game| if game.inline { inline(game) } else { quoted(&game.name) }));
        let mut tables: Vec<&GameSet> = games.iter().filter(|game| !game.inline).collect();
        tables.sort_by_key(|game| &game.name);
        for game in tables {
            self.header(&format!("game.{}", key(&game.name)));
            match game.entry.definition.text().filter(|_| is_file(game)) {
                Some(text) => {
                    self.text("rbg", game.entry.origin.file);
                    self.text("rbg-text", text);
                }
                None => self.text("use", game.entry.name),
            }
            let table = wire.games.get(&game.name).and_then(Option::as_ref);
            self.params(&format!("game.{}", key(&game.name)), &game.variants[0].variant, table);
        }
    }

    fn agents(&mut self, wire: &Wire, agents: &AgentSets, comparisons: &[Comparison]) {
        let used = |set: &&AgentSet| comparisons.iter().any(|comparison| comparison.participants.contains(&set.name));
        for set in agents.values().flatten().filter(used) {
            self.header(&format!("agent.{}", key(&set.name)));
            self.text("use", set.entry.name);
            let table = wire.agents.get(&set.name).and_then(Option::as_ref);
            self.params(&format!("agent.{}", key(&set.name)), &set.variants[0].variant, table);
            if let Some(budget) = &set.budget {
                self.header(&format!("agent.{}.budget", key(&set.name)));
                self.budget(budget);
            }
        }
        if wire.compare.is_empty() {
            return;
        }
        let mut lines: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for comparison in comparisons {
            let names: Vec<String> = comparison.participants[1..].iter().map(|name| quoted(name)).collect();
            lines.entry(&comparison.participants[0]).or_default().push(format!("[{}]", names.join(", ")));
        }
        self.header("compare");
        for (candidate, opponents) in lines {
            self.list(candidate, opponents.into_iter());
        }
    }

    /// The tables `params` and `sweep` of a game or an agent.
    fn params(&mut self, table: &str, variant: &Variant, given: Option<&TableWire>) {
        let fixed = variant.fixed();
        if !fixed.is_empty() {
            self.header(&format!("{table}.params"));
            self.values(&fixed);
        }
        if given.is_some_and(|given| !given.sweep.is_empty()) {
            self.header(&format!("{table}.sweep"));
        }
        self.sweep(given);
    }

    fn sweep(&mut self, given: Option<&TableWire>) {
        for (name, values) in given.map_or(&[][..], |given| &given.sweep) {
            self.list(name, values.value.iter().map(|value| toml(&value.value)));
        }
    }

    fn budget(&mut self, budget: &BudgetWire) {
        self.list(budget.key, budget.values.iter().map(|value| budget_text(value.value)));
    }

    fn header(&mut self, name: &str) {
        self.line(format_args!("\n[{name}]"));
    }

    fn values(&mut self, values: &Values) {
        for (name, value) in values.iter() {
            self.line(format_args!("{name} = {}", toml(value)));
        }
    }

    fn text(&mut self, key: &str, value: &str) {
        self.line(format_args!("{key} = {}", quoted(value)));
    }

    fn list(&mut self, key: &str, items: impl Iterator<Item = String>) {
        self.line(format_args!("{key} = [{}]", items.collect::<Vec<_>>().join(", ")));
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        writeln!(self.0, "{line}").expect("writing to a string cannot fail");
    }
}

fn inline(game: &GameSet) -> String {
    let params: Vec<String> = game.variants[0].choice.params.iter().map(|(name, value)| format!("{name} = {}", toml(value))).collect();
    let used = match game.entry.definition.text().filter(|_| is_file(game)) {
        Some(text) => format!("rbg = {}, rbg-text = {}", quoted(game.entry.origin.file), quoted(text)),
        None => format!("use = {}", quoted(game.entry.name)),
    };
    format!("{{ {used}, params = {{ {} }} }}", params.join(", "))
}

/// Whether a game is a rules file from outside.
fn is_file(game: &GameSet) -> bool {
    treebench_games::games().find(game.entry.name).is_err()
}

/// `"axis" = [value, …]` for every axis.
fn conditions(conditions: &Conditions) -> impl Iterator<Item = String> {
    conditions.iter().map(|(axis, values)| {
        let values: Vec<String> = values.iter().map(|value| toml(&value.value)).collect();
        format!("{} = [{}]", quoted(&axis.value), values.join(", "))
    })
}

fn toml(value: &Value) -> String {
    match value {
        Value::Text(text) => quoted(text),
        other => other.to_string(),
    }
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

/// A name as a key: quoted where it must be.
fn key(name: &str) -> String {
    let bare = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if bare { name.to_owned() } else { quoted(name) }
}
