//! The declared keys as JSON Schema (draft 7, which every TOML editor knows), and as Markdown, for `configs/README.md`.

use super::key::{Description, Key, KindTable, Limits, Presence};
use super::known_sections::{all_sections, shown, shown_sections};
use super::schema::of_kinds;
use super::section::Section as _;
use super::shape::Shape as _;
use super::wire::Wire;
use serde_json::{Value as Json, json};
use std::fmt::Write;
use treebench_games::params::{Kind as Type, ParamSpec, Value};

/// The JSON Schema of experiment files: all keys with their documentation, and the parameters of every game, agent and kind.
pub fn schema(kinds: &[KindTable]) -> Json {
    let mut schema = Wire::describe(&Limits::NONE, kinds).schema;
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    schema["title"] = json!("treebench experiment");
    if let Some(sections) = schema["properties"].as_object_mut() {
        sections.extend(of_kinds(kinds));
    }
    schema
}

/// The key reference: a table for every section, with the type, the default and the meaning of each key.
pub fn key_reference(kinds: &[KindTable]) -> String {
    let mut text = String::new();
    let sections: Vec<&Key> = shown_sections(Wire::KEYS, kinds).collect();
    let names = |keys: &'static [Key]| keys.iter().map(|key| key.name);
    let is_section = |keys: &'static [Key]| sections.iter().any(|section| names(section.below).eq(names(keys)));
    let row = |key: &Key| row(key, &key.describe(kinds));
    for section in &sections {
        write_section(&mut text, &section.head(), section.doc);
        table(&mut text, shown(section.below).map(row));
        // Tables in a section that are no sections themselves.
        for key in shown(section.below).filter(|key| !key.below.is_empty() && !is_section(key.below)) {
            write_section(&mut text, &format!("{} = {{ … }}", key.name), key.doc);
            table(&mut text, shown(key.below).map(row));
        }
    }
    for (kind, settings) in kinds.iter().filter_map(|kind| Some((kind, kind.settings.as_ref()?))) {
        write_section(&mut text, &format!("[{}]", kind.name), &format!("{} A list is an axis of the grid.", kind.doc));
        table(&mut text, settings.iter().map(setting));
    }
    let kept: Vec<[String; 4]> = all_sections(Wire::KEYS, kinds).flat_map(|section| kept(section, &section.head(), kinds)).collect();
    write_section(&mut text, "resolved.toml", KEPT);
    table(&mut text, kept.into_iter());
    text
}

/// What the keys are that a file by hand does not have.
const KEPT: &str = "The copy of the experiment in a run directory has every default, and these keys, which no file needs: with them it can be played where \
    the files that it names are not.";

/// The keys of a section that are written in resolved copies only, each after the head of its table.
fn kept(section: &Key, head: &str, kinds: &[KindTable]) -> Vec<[String; 4]> {
    if !section.is_shown() {
        let described = section.describe(kinds);
        return vec![[format!("`{head}`"), described.words, "–".to_owned(), section.doc.to_owned()]];
    }
    let below = section.below.iter().flat_map(|key| match key.is_shown() {
        true if key.below.is_empty() => Vec::new(),
        true => kept(key, &format!("{head} {}", key.name), kinds),
        false => {
            let [name, words, default, doc] = row(key, &key.describe(kinds));
            vec![[format!("`{head}` {name}"), words, default, doc]]
        }
    });
    below.collect()
}

fn write_section(text: &mut String, title: &str, doc: &str) {
    write!(text, "\n### `{title}`\n\n{doc}\n").expect("writing to a string cannot fail");
}

fn table(text: &mut String, rows: impl Iterator<Item = [String; 4]>) {
    let mut rows = rows.peekable();
    if rows.peek().is_none() {
        return;
    }
    text.push_str("\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for row in rows {
        let row = row.map(|cell| cell.replace('|', "\\|"));
        writeln!(text, "| {} |", row.join(" | ")).expect("writing to a string cannot fail");
    }
}

fn row(key: &Key, described: &Description) -> [String; 4] {
    let default = match key.presence {
        Presence::Required(_) => "required".to_owned(),
        Presence::Default(default) => format!("`{}`", default()),
        Presence::Otherwise(words) if words.contains(' ') => words.to_owned(),
        Presence::Otherwise(word) => format!("`{word}`"),
        Presence::Optional | Presence::Resolved => "–".to_owned(),
    };
    let values = match described.schema["enum"].as_array() {
        Some(names) => names.iter().map(|name| format!("`{}`", name.as_str().unwrap_or_default())).collect::<Vec<_>>().join(", "),
        None => described.words.clone(),
    };
    [format!("`{}`", key.name), values, default, key.doc.to_owned()]
}

fn setting(spec: &ParamSpec) -> [String; 4] {
    let shape = match spec.kind {
        Type::Bool => "true or false".to_owned(),
        Type::Int => range(spec, "whole number"),
        Type::Float => range(spec, "number"),
        Type::Text => "text".to_owned(),
        Type::Choice(words) => words.iter().map(|(word, _)| format!("`{word}`")).collect::<Vec<_>>().join(", "),
    };
    let default = match &spec.default {
        Value::Text(text) => format!("\"{text}\""),
        other => other.to_string(),
    };
    [format!("`{}`", spec.name), shape, format!("`{default}`"), spec.doc.to_owned()]
}

fn range(spec: &ParamSpec, what: &str) -> String {
    match spec.range {
        Some(range) if range.max.is_finite() => format!("{what} from {} to {}", range.min, range.max),
        Some(range) => format!("{what} of at least {}", range.min),
        None => what.to_owned(),
    }
}
