//! A cell's key: a hash of everything that can change its results.

use super::{CellKey, GameChoice, KindRules, Participant};
use std::fmt::Write;
use treebench_agents::Budget;
use treebench_games::params::{Value, Values};

/// Raised whenever a change to what all kinds, games and agents share alters results: how seeds are derived, how random numbers
/// are drawn, what a key is made of. Finished work is then played again.
pub const ENGINE_REVISION: u32 = 1;

/// The text that a cell's key is the hash of: one fact a line. The names of tables and how many games are played are not part of it.
pub fn canonical(kind: &dyn KindRules, settings: &Values, game: &GameChoice, participants: &[Participant], seed: u64) -> String {
    let mut text = format!("engine {ENGINE_REVISION}\nseed {seed}\nkind {}\n", kind.name());
    push_values(&mut text, settings);
    match game.entry.definition.text() {
        // Data is known by what it says, wherever it stands and whatever it is called.
        Some(rules) => {
            let hash = blake3::derive_key("treebench 2026-11 rules", rules.as_bytes());
            let hash: String = hash[..16].iter().map(|byte| format!("{byte:02x}")).collect();
            push(&mut text, format_args!("rules {hash} revision {}\n", game.entry.revision));
        }
        None => push(&mut text, format_args!("game {} revision {}\n", game.entry.name, game.entry.revision)),
    }
    push_values(&mut text, &game.params);
    for participant in participants {
        push(&mut text, format_args!("agent {} revision {}\n", participant.entry.name, participant.entry.revision));
        push_values(&mut text, &participant.params);
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

fn push_values(text: &mut String, values: &Values) {
    for (name, value) in values.iter() {
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
