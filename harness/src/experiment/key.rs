//! A cell's key: a hash of everything that can change its results.

use super::{CellKey, EntryFile, GameChoice, KindRules, Participant, Program};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::{Arc, LazyLock};
use treebench_agents::engines::FOLDER;
use treebench_agents::{Budget, agents};
use treebench_games::params::{ParamSpec, Value, Values};
use treebench_games::{games, swap};

/// The text whose hash is a cell's key: one fact per line. Names of tables and the number of games are not part of it, nor are parameters that were
/// [added](ParamSpec::added) after games had been recorded, as long as they have their defaults.
///
/// The code that plays is not part of it either: every record names the [build](crate::store) that played it, and another build replays a sample
/// before it re-uses records.
pub fn canonical(
    kind: &KindRules,
    settings: &Values,
    files: &BTreeMap<&'static str, Arc<EntryFile>>,
    game: &GameChoice,
    participants: &[Participant],
    seed: u64,
) -> String {
    let agents: Vec<String> = participants.iter().map(|participant| agent_lines(&participant.program, &participant.params)).collect();
    let agents = agents.iter().zip(participants).map(|(lines, participant)| (lines.as_str(), participant.budget));
    KeyPrefix::new(kind, seed, &settings_lines(kind, settings), files, &game_lines(game)).with(agents).0
}

/// The context of the hash.
const CONTEXT: &str = "treebench 2026-11-22 cell key";
/// Room for the line of most budgets.
const LONGEST_BUDGET: usize = 40;

/// The text of cells with the same settings and game, without their agents.
pub(super) struct KeyPrefix {
    text: String,
    /// The state of the hash after this text.
    hasher: blake3::Hasher,
}

impl KeyPrefix {
    pub(super) fn new(
        kind: &KindRules,
        seed: u64,
        settings: &str,
        files: &BTreeMap<&'static str, Arc<EntryFile>>,
        game: &str,
    ) -> KeyPrefix {
        let mut text = format!("seed {seed}\nkind {}\n{settings}", kind.plays);
        for (name, file) in files {
            push(&mut text, format_args!("  {name} = entries {}\n", file.hash()));
        }
        text.push_str(game);
        let mut hasher = blake3::Hasher::new_derive_key(CONTEXT);
        hasher.update(text.as_bytes());
        KeyPrefix { text, hasher }
    }

    /// The whole text with these lines of agents, and the key.
    pub(super) fn with<'a>(&self, agents: impl Iterator<Item = (&'a str, Budget)> + Clone) -> (String, CellKey) {
        // A plan keeps one such text for every cell.
        let length: usize = agents.clone().map(|(lines, _)| lines.len() + LONGEST_BUDGET).sum();
        let mut text = String::with_capacity(self.text.len() + length);
        text.push_str(&self.text);
        for (lines, budget) in agents {
            text.push_str(lines);
            match budget {
                Budget::Iterations(n) => push(&mut text, format_args!("budget iterations {n}\n")),
                Budget::States(n) => push(&mut text, format_args!("budget states {n}\n")),
                Budget::Time(time) => push(&mut text, format_args!("budget nanoseconds {}\n", time.as_nanos())),
                Budget::Clock(control) => push(&mut text, format_args!("budget clock {control}\n")),
            }
        }
        let mut hasher = self.hasher.clone();
        hasher.update(&text.as_bytes()[self.text.len()..]);
        let key = CellKey::first_half(hasher.finalize().as_bytes());
        (text, key)
    }
}

/// The lines of the kind's settings.
pub(super) fn settings_lines(kind: &KindRules, settings: &Values) -> String {
    let mut text = String::new();
    // A file is identified by its content, not by its path.
    let is_left_out = |name: &str| kind.files.contains(&name) || kind.keeping.contains(&name);
    push_values(&mut text, settings.iter().filter(|(name, _)| !is_left_out(name)), &(kind.all_settings)());
    text
}

/// The lines of a game.
pub(super) fn game_lines(game: &GameChoice) -> String {
    let text_of_rules = game.entry.definition.identity();
    let mut text = match &text_of_rules {
        // A rules file is identified by its content, not by its path; how its board looks does not matter.
        Some(rules) => {
            let hash = blake3::derive_key("treebench 2026-11 rules", rules.as_bytes());
            let hash: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
            format!("rules {hash}\n")
        }
        None => format!("game {}\n", game.entry.name),
    };
    // A rules file declares its parameters itself, and may have the name of a registered game.
    let added = if text_of_rules.is_some() { ADDED.rules.as_slice() } else { added_in(&ADDED.games, game.entry.name) };
    push_values(&mut text, game.params.iter(), added);
    text
}

/// The lines of an agent without its budget.
pub(super) fn agent_lines(program: &Program, params: &Values) -> String {
    let (name, params) = (program.name(), program.spelled(params));
    let mut text = format!("agent {name}\n");
    match program {
        Program::Agent(_) => push_values(&mut text, params.iter(), added_in(&ADDED.agents, name)),
        // Where it is started differs between machines; what it is, its identity says.
        Program::Engine(_) | Program::Script(_) => push_values(&mut text, params.iter().filter(|(name, _)| *name != FOLDER), &[]),
    }
    text
}

/// The parameters of every game and agent that were added after games had been recorded. Cached, because a plan asks once per cell.
struct AddedParams {
    games: BTreeMap<&'static str, Vec<ParamSpec>>,
    agents: BTreeMap<&'static str, Vec<ParamSpec>>,
    /// For games as text.
    rules: Vec<ParamSpec>,
}

static ADDED: LazyLock<AddedParams> = LazyLock::new(|| {
    let added = |specs: Vec<ParamSpec>| specs.into_iter().filter(|spec| spec.added).collect();
    AddedParams {
        games: games().iter().map(|entry| (entry.name, added(entry.all_specs()))).collect(),
        agents: agents().iter().map(|entry| (entry.name, added((entry.specs)()))).collect(),
        rules: vec![swap::spec()],
    }
});

/// The added parameters of the registered game or agent with this name.
fn added_in<'a>(added: &'a BTreeMap<&'static str, Vec<ParamSpec>>, name: &str) -> &'a [ParamSpec] {
    added.get(name).map_or(&[], Vec::as_slice)
}

fn push_values<'a>(text: &mut String, values: impl Iterator<Item = (&'a str, &'a Value)>, specs: &[ParamSpec]) {
    let left_out = |name: &str, value: &Value| specs.iter().any(|spec| spec.name == name && spec.added && spec.default == *value);
    for (name, value) in values.filter(|(name, value)| !left_out(name, value)) {
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
        CellKey::first_half(&blake3::derive_key(CONTEXT, canonical.as_bytes()))
    }

    fn first_half(hash: &[u8; 32]) -> CellKey {
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
        ParamSpec { name, kind: Kind::Int, default, range: None, doc: "", source: "", added }
    }

    fn lines(values: [(&str, i64); 2], added: bool) -> String {
        let specs = [spec("old", Value::Int(1), false), spec("young", Value::Int(2), added)];
        let values: Values = values.into_iter().map(|(name, value)| (name.to_owned(), Value::Int(value))).collect();
        let mut text = String::new();
        push_values(&mut text, values.iter(), &specs);
        text
    }

    #[test]
    fn the_key_of_parts_is_that_of_the_whole_text() {
        let kind = KindRules::new("match", "", Vec::new, |_, _| Ok(()));
        let game = "game hex\n  size = 11\n".repeat(80);
        let agents = [("agent uct\n", Budget::Iterations(10)), ("agent random\n", Budget::States(7))];
        let (text, key) = KeyPrefix::new(&kind, 3, "  max-moves = 9\n", &BTreeMap::new(), &game).with(agents.into_iter());
        let whole = format!("seed 3\nkind match\n  max-moves = 9\n{game}agent uct\nbudget iterations 10\nagent random\nbudget states 7\n");
        assert_eq!((key, text), (CellKey::of(&whole), whole));
    }

    #[test]
    fn added_parameters_are_left_out_at_their_defaults_only() {
        assert_eq!(lines([("old", 1), ("young", 2)], true), "  old = 1\n");
        assert_eq!(lines([("old", 1), ("young", 3)], true), "  old = 1\n  young = 3\n");
        assert_eq!(lines([("old", 1), ("young", 2)], false), "  old = 1\n  young = 2\n");
    }
}
