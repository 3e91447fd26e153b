//! The tables of games and agents.

use super::budget_section;
use super::section::{Section, key, list, quoted, toml};
use crate::config::wire::{TableWire, Wire};
use crate::config::{AnyKey, duration_text, keys};
use crate::experiment::contestants::AgentSet;
use crate::experiment::engine_options::options;
use crate::experiment::games::GameSet;
use crate::experiment::tune::Tuned;
use crate::experiment::variants::Variant;
use std::time::Duration;
use treebench_agents::engines::ENGINE;
use treebench_games::params::{Value, Values};

/// The tables of a game.
pub(super) fn game_sections<'k>(game: &GameSet, wire: &Wire) -> Vec<Section<'k>> {
    let name = format!("{}.{}", keys::GAME.name, key(&game.name));
    let mut section = Section { keys: keys::GAME.keys(), ..Section::named(&name) };
    for (key, value) in used(game) {
        section.line(key.to_owned(), value);
    }
    let mut sections = vec![section];
    sections.extend(params(&name, &game.variants[0].variant, wire.games.get(&game.name).and_then(Option::as_ref)));
    sections
}

/// The tables of an agent; `tuned` is what is tuned, of which the defaults are written.
pub(super) fn agent_sections<'k>(set: &AgentSet, wire: &Wire, tuned: Option<&Tuned>) -> Vec<Section<'k>> {
    let name = format!("{}.{}", keys::AGENT.name, key(&set.name));
    let mut section = Section { keys: keys::AGENT.keys(), ..Section::named(&name) };
    let engine = set.entry.name == ENGINE.name;
    if !engine {
        section.set(&keys::USE_AGENT, quoted(set.entry.name));
    }
    let tags = wire.agents.get(&set.name).and_then(Option::as_ref).map_or(&[][..], |table| &table.tags);
    if !tags.is_empty() {
        section.set(&keys::TAGS, list(tags.iter().map(|tag| quoted(tag))));
    }
    let mut sections = vec![section];
    if engine {
        let given = wire.agents.get(&set.name).and_then(Option::as_ref);
        let swept = |option: &str| given.is_some_and(|given| given.sweep.iter().any(|(name, _)| name == option));
        sections.push(engine_section(&format!("{name}.{}", keys::ENGINE.name), &set.variants[0].variant.params, swept));
        sections.extend(sweep_section(&name, given));
        sections.extend(set.budget.as_ref().map(|budget| budget_section(&format!("{name}.{}", keys::OWN_BUDGET.name), budget)));
        return sections;
    }
    // What is tuned has its default among the parameters.
    let base = tuned.filter(|tuned| tuned.tuning.agent == set.name).map(|tuned| Variant { params: tuned.base.clone(), swept: Vec::new() });
    let variant = base.as_ref().unwrap_or(&set.variants[0].variant);
    sections.extend(params(&name, variant, wire.agents.get(&set.name).and_then(Option::as_ref)));
    sections.extend(set.budget.as_ref().map(|budget| budget_section(&format!("{name}.{}", keys::OWN_BUDGET.name), budget)));
    sections
}

/// The table of an engine, of which the parameters that are lists and tables are kept as JSON, without the options that are swept.
fn engine_section<'k>(name: &str, params: &Values, swept: impl Fn(&str) -> bool) -> Section<'k> {
    let mut section = Section { keys: keys::ENGINE.keys(), ..Section::named(name) };
    for (name, value) in params.iter() {
        let text = match value {
            Value::Text(text) => text.as_str(),
            _ => "",
        };
        let written = match name {
            "command" => list(serde_json::from_str::<Vec<String>>(text).unwrap_or_default().iter().map(|word| quoted(word))),
            "options" => {
                let options = options(params).into_iter().filter(|(name, _)| !swept(name));
                let option = |value: &serde_json::Value| value.as_str().map_or_else(|| value.to_string(), quoted);
                let options: Vec<String> = options.map(|(name, value)| format!("{} = {}", key(&name), option(&value))).collect();
                format!("{{ {} }}", options.join(", "))
            }
            "limit" => match value {
                Value::Float(seconds) => quoted(&duration_text(Duration::from_secs_f64(*seconds))),
                other => toml(other),
            },
            _ => toml(value),
        };
        section.line(name.to_owned(), written);
    }
    section
}

/// The tables `params` and `sweep` of a game or an agent.
fn params<'k>(table: &str, variant: &Variant, given: Option<&TableWire>) -> Vec<Section<'k>> {
    let mut fixed = Section::named(&format!("{table}.{}", keys::PARAMS.name));
    fixed.values(&variant.fixed());
    [fixed].into_iter().filter(|section| !section.lines.is_empty()).chain(sweep_section(table, given)).collect()
}

/// The table `sweep` of a game or an agent, if it has one.
fn sweep_section<'k>(table: &str, given: Option<&TableWire>) -> Option<Section<'k>> {
    let mut swept = Section::named(&format!("{table}.{}", keys::SWEEP.name));
    swept.sweep(given);
    (!swept.lines.is_empty()).then_some(swept)
}

/// A game as an inline table in `[grid]`.
pub(super) fn inline(game: &GameSet) -> String {
    let params: Vec<String> = game.variants[0].choice.params.iter().map(|(name, value)| format!("{name} = {}", toml(value))).collect();
    let mut items: Vec<String> = used(game).into_iter().map(|(key, value)| format!("{key} = {value}")).collect();
    items.push(format!("{} = {{ {} }}", keys::PARAMS.name, params.join(", ")));
    format!("{{ {} }}", items.join(", "))
}

/// The keys that say which game it is. The text of a rules file is part of the copy, because the file may change.
fn used(game: &GameSet) -> Vec<(&'static str, String)> {
    let from_outside = treebench_games::games().find(game.entry.name).is_err();
    match game.entry.definition.text().filter(|_| from_outside) {
        Some(text) => vec![(keys::RBG.name, quoted(game.entry.origin.file)), (keys::RBG_TEXT.name, quoted(text))],
        None => vec![(keys::USE_GAME.name, quoted(game.entry.name))],
    }
}
