//! A cell's key: a hash of everything that can change its results.

use super::{CellKey, GameChoice, KindRules, Participant};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;
use treebench_agents::{Budget, agents};
use treebench_games::games;
use treebench_games::params::{ParamSpec, Value, Values};

/// Raised whenever a change to what all kinds, games and agents share alters results: how seeds are derived, how random numbers
/// are drawn, what a key is made of. Finished work is then played again.
pub const ENGINE_REVISION: u32 = 1;

/// The text that a cell's key is the hash of: one fact a line. The names of tables and how many games are played are not part of it, nor are
/// parameters that were [added](ParamSpec::added) after games had been recorded, as long as they have their defaults. Renamed parameters have
/// their [former](ParamSpec::formerly) names.
pub fn canonical(kind: &dyn KindRules, settings: &Values, game: &GameChoice, participants: &[Participant], seed: u64) -> String {
    let mut text = format!("engine {ENGINE_REVISION}\nseed {seed}\nkind {}\n", kind.name());
    push_values(&mut text, settings, &kind.settings());
    let text_of_rules = game.entry.definition.text();
    match text_of_rules {
        // A rules file is identified by its content, not by its path.
        Some(rules) => {
            let hash = blake3::derive_key("treebench 2026-11 rules", rules.as_bytes());
            let hash: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
            push(&mut text, format_args!("rules {hash} revision {}\n", game.entry.revision));
        }
        None => push(&mut text, format_args!("game {} revision {}\n", game.entry.name, game.entry.revision)),
    }
    // A rules file declares its parameters itself, and may have the name of a registered game.
    let changed = if text_of_rules.is_some() { &[] } else { changed_in(&CHANGED.games, game.entry.name) };
    push_values(&mut text, &game.params, changed);
    for participant in participants {
        push(&mut text, format_args!("agent {} revision {}\n", participant.entry.name, participant.entry.revision));
        push_values(&mut text, &participant.params, changed_in(&CHANGED.agents, participant.entry.name));
        match participant.budget {
            Budget::Iterations(n) => push(&mut text, format_args!("budget iterations {n}\n")),
            Budget::States(n) => push(&mut text, format_args!("budget states {n}\n")),
            Budget::Time(time) => push(&mut text, format_args!("budget nanoseconds {}\n", time.as_nanos())),
        }
    }
    // A plan keeps one such text for every cell.
    text.shrink_to_fit();
    text
}

/// The parameters of every game and agent that were added or renamed after games had been recorded. Kept, because a plan asks once per cell.
struct Changed {
    games: BTreeMap<&'static str, Vec<ParamSpec>>,
    agents: BTreeMap<&'static str, Vec<ParamSpec>>,
}

static CHANGED: LazyLock<Changed> = LazyLock::new(|| {
    let changed = |specs: Vec<ParamSpec>| specs.into_iter().filter(|spec| spec.added || !spec.formerly.is_empty()).collect();
    Changed {
        games: games().iter().map(|entry| (entry.name, changed(entry.specs()))).collect(),
        agents: agents().iter().map(|entry| (entry.name, changed((entry.specs)()))).collect(),
    }
});

/// The changed parameters of the registered game or agent with this name.
fn changed_in<'a>(changed: &'a BTreeMap<&'static str, Vec<ParamSpec>>, name: &str) -> &'a [ParamSpec] {
    changed.get(name).map_or(&[], Vec::as_slice)
}

fn push_values(text: &mut String, values: &Values, specs: &[ParamSpec]) {
    let spec = |name: &str| specs.iter().find(|spec| spec.name == name);
    let left_out = |name: &str, value: &Value| spec(name).is_some_and(|spec| spec.added && spec.default == *value);
    let in_key = |name| spec(name).map(|spec| spec.formerly).filter(|former| !former.is_empty()).unwrap_or(name);
    let kept = values.iter().filter(|(name, value)| !left_out(name, value));
    let mut lines: Vec<(&str, &Value)> = kept.map(|(name, value)| (in_key(name), value)).collect();
    lines.sort_unstable_by_key(|(name, _)| *name);
    for (name, value) in lines {
        match value {
            // Quoted, so that no text can look like another line.
            Value::Text(word) => push(text, format_args!("  {name} = {word:?}\n")),
            other => push(text, format_args!("  {name} = {other}\n")),
        }
    }
}

fn push(text: &mut String, line: std::fmt::Arguments<'_>) {
    text.write_fmt(line).expect("writing to a string cannot fail");
}

impl CellKey {
    /// The key of a canonical text.
    pub fn of(canonical: &str) -> CellKey {
        let hash = blake3::derive_key("treebench 2026-11 cell key", canonical.as_bytes());
        let mut key = [0; 16];
        key.copy_from_slice(&hash[..16]);
        CellKey(key)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use treebench_games::params::Kind;

    fn spec(name: &'static str, default: Value, added: bool) -> ParamSpec {
        ParamSpec { name, kind: Kind::Int, default, range: None, doc: "", source: "", added, formerly: "" }
    }

    fn lines(values: [(&str, i64); 2], added: bool) -> String {
        let specs = [spec("old", Value::Int(1), false), spec("young", Value::Int(2), added)];
        let values = values.into_iter().map(|(name, value)| (name.to_owned(), Value::Int(value))).collect();
        let mut text = String::new();
        push_values(&mut text, &values, &specs);
        text
    }

    #[test]
    fn added_parameters_are_left_out_at_their_defaults_only() {
        assert_eq!(lines([("old", 1), ("young", 2)], true), "  old = 1\n");
        assert_eq!(lines([("old", 1), ("young", 3)], true), "  old = 1\n  young = 3\n");
        assert_eq!(lines([("old", 1), ("young", 2)], false), "  old = 1\n  young = 2\n");
    }

    #[test]
    fn renamed_parameters_keep_their_places_and_names() {
        let renamed = ParamSpec { formerly: "zone", ..spec("area", Value::Int(1), false) };
        let values = [("area", 5), ("old", 1)].into_iter().map(|(name, value)| (name.to_owned(), Value::Int(value))).collect();
        let mut text = String::new();
        push_values(&mut text, &values, &[renamed, spec("old", Value::Int(1), false)]);
        assert_eq!(text, "  old = 1\n  zone = 5\n");
    }
}
