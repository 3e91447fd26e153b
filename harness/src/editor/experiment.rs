//! Experiments.

use super::language::{Completion, Language, Name, Target};
use super::schema_walk::{self, documentation};
use super::text::Text;
use super::toml_cursor::{Cursor, cursor, keys};
use crate::config::{ConfigError, schema};
use crate::experiment::LoadOptions;
use crate::kinds;
use serde_json::Value as Json;
use std::ops::Range;
use std::sync::LazyLock;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use treebench_agents::agents;
use treebench_games::editing::Problem;
use treebench_games::games;

static SCHEMA: LazyLock<Json> = LazyLock::new(|| schema(&kinds::tables()));

/// The files of experiments.
pub(super) struct Experiment;

/// Whether a character belongs to a name or a path.
fn belongs(c: char) -> bool {
    c.is_alphanumeric() || "-_/.*".contains(c)
}

impl Language for Experiment {
    fn problems(&self, text: &Text) -> Vec<Problem> {
        let table = DeTable::parse_recoverable(&text.text).0;
        // A file that others include, or a Cargo.toml, is no experiment.
        if !table.get_ref().contains_key("experiment") {
            return Vec::new();
        }
        let options = LoadOptions { text: Some(text.text.clone()), ..LoadOptions::default() };
        let problem = |message: String, range: Range<usize>, is_error: bool| Problem { range, message, help: None, is_error };
        match kinds::load(&text.path, &options) {
            Ok(loaded) => loaded.warnings.into_iter().map(|message| problem(message, 0..0, false)).collect(),
            Err(errors) => errors.0.iter().map(|error| problem(message(error, text), place(error, text), true)).collect(),
        }
    }

    fn hover(&self, text: &Text, at: usize) -> Option<(Range<usize>, String)> {
        let word = text.word(at, belongs);
        let cursor = cursor(&text.text[..word.end]);
        if cursor.in_comment || !is_experiment(text) {
            return None;
        }
        let name = &text.text[word.clone()];
        if cursor.in_value {
            return doc_of_name(name).map(|doc| (word, doc));
        }
        let nodes = nodes(text, &path(&cursor, &text.text[cursor.start..word.end]));
        documentation(&nodes).map(|doc| (word, doc))
    }

    fn declaration(&self, text: &Text, at: usize) -> Option<Target> {
        let word = text.word(at, belongs);
        let name = &text.text[word];
        if let Some(declared) = self.names(text).into_iter().find(|declared| declared.name == name) {
            return Some(Target::Here(declared.declared));
        }
        let file = text.path.parent()?.join(name);
        (!name.is_empty() && file.is_file()).then_some(Target::File(file))
    }

    fn completions(&self, text: &Text, at: usize) -> Vec<Completion> {
        let cursor = cursor(&text.text[..at]);
        if cursor.in_comment || !is_experiment(text) {
            return Vec::new();
        }
        let written = &text.text[cursor.start..at];
        if !cursor.in_value {
            let mut path = path(&cursor, written);
            // Of a dotted key, the last part is written.
            let last = at - written.rsplit('.').next().map_or(0, |last| last.trim_start().len());
            path.pop();
            let key = |(word, doc)| Completion { word, range: last..at, kind: "key".to_owned(), doc };
            return schema_walk::keys(&nodes(text, &path)).into_iter().map(key).collect();
        }
        // Between quotes, the quotes are there.
        let quote = usize::from(written.starts_with(['"', '\'']));
        let completion = |quoted: String, kind: &str| {
            let name = quoted.trim_matches('"');
            let doc = doc_of_name(name).unwrap_or_default();
            Completion {
                word: if quote > 0 { name.to_owned() } else { quoted },
                range: cursor.start + quote..at,
                kind: kind.to_owned(),
                doc,
            }
        };
        let values = schema_walk::values(&nodes(text, &cursor.path));
        if !values.is_empty() {
            return values.into_iter().map(|value| completion(value, "value")).collect();
        }
        let own = self.names(text).into_iter().filter(|name| ["agent", "game"].contains(&name.kind)).map(|name| (name.name, name.kind));
        let agents = agents().iter().map(|entry| (entry.name.to_owned(), "agent"));
        let games = games().iter().map(|entry| (entry.name.to_owned(), "game"));
        own.chain(agents).chain(games).map(|(name, kind)| completion(format!("\"{name}\""), kind)).collect()
    }

    fn names(&self, text: &Text) -> Vec<Name> {
        let table = DeTable::parse_recoverable(&text.text).0;
        let mut names = Vec::new();
        if !is_experiment(text) {
            return names;
        }
        for kind in ["agent", "game", "profile"] {
            let Some(DeValue::Table(tables)) = table.get_ref().get(kind).map(Spanned::get_ref) else { continue };
            names.extend(tables.iter().map(|(name, _)| {
                let declared = name.span();
                Name { name: name.get_ref().to_string(), kind, places: vec![declared.clone()], declared }
            }));
        }
        names.sort_by_key(|name| name.declared.start);
        names
    }

    fn rename(&self, _text: &Text, _at: usize, _new: &str) -> Result<Vec<Range<usize>>, String> {
        Err("names in experiments cannot be renamed: results are stored under them".to_owned())
    }

    fn layout(&self, _text: &Text) -> Result<String, String> {
        Err("experiments have no standard layout".to_owned())
    }
}

/// Whether a text is empty or has a table of experiments. Other programs have TOML files, too, even with profiles.
fn is_experiment(text: &Text) -> bool {
    let table = DeTable::parse_recoverable(&text.text).0;
    let is_ours = |key: &str| key != "profile" && SCHEMA["properties"].get(key).is_some();
    table.get_ref().is_empty() || table.get_ref().keys().any(|key| is_ours(key.get_ref()))
}

/// The path to the key at the cursor.
fn path(cursor: &Cursor, written: &str) -> Vec<String> {
    [&cursor.path[..], &keys(written.trim_start_matches('['))].concat()
}

/// The schema of the value at a path.
fn nodes(text: &Text, path: &[String]) -> Vec<&'static Json> {
    let table = DeTable::parse_recoverable(&text.text).0;
    schema_walk::at(&SCHEMA, path, &|path| {
        let (last, above) = path.split_last()?;
        let mut here = table.get_ref();
        for key in above {
            here = match here.get(key.as_str())?.get_ref() {
                DeValue::Table(table) => table,
                _ => return None,
            };
        }
        Some(here.get(last.as_str())?.get_ref().as_str()?.to_owned())
    })
}

/// The documentation of a registered agent or game.
fn doc_of_name(name: &str) -> Option<String> {
    let agent = agents().iter().find(|entry| entry.name == name).map(|entry| ("agent", (entry.doc)()));
    let game = || games().iter().find(|entry| entry.name == name).map(|entry| ("game", entry.doc()));
    agent.or_else(game).map(|(kind, doc)| format!("{kind} `{name}`\n\n{doc}"))
}

/// An error with its notes; if it is in another file, also its place.
fn message(error: &ConfigError, text: &Text) -> String {
    let mut message = error.message.clone();
    if let Some(place) = error.place.as_ref().filter(|place| place.source != text.path.display().to_string()) {
        message = format!("{}:{}: {message}", place.source, place.line);
    }
    for note in &error.notes {
        message += &format!("\n{}: {}", note.label, note.text);
    }
    message
}

fn place(error: &ConfigError, text: &Text) -> Range<usize> {
    match &error.place {
        Some(place) if place.source == text.path.display().to_string() => text.part(place.line, place.column, place.width),
        _ => 0..0,
    }
}
