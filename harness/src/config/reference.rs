//! The table of keys as Markdown, for `configs/README.md`.

use super::key::{AnyKey, KindTable, Presence};
use super::keys;
use std::fmt::Write;
use treebench_games::params::{Kind as Type, ParamSpec, Value};

/// The key reference: a table for every section, with the shape, the default and the meaning of each key.
pub fn key_reference(kinds: &[KindTable]) -> String {
    let mut text = String::new();
    for section in keys::TOP.iter().filter(|section| section.presence() != Presence::Resolved) {
        // `[exclude]` is a list of tables; game, agent and profile have names that the file makes up.
        let title = match section.name() {
            name @ ("game" | "agent") => format!("[{name}.NAME]"),
            name @ "profile" => format!("[{name}.NAME.…]"),
            name @ "exclude" => format!("[[{name}]]"),
            name @ "include" => name.to_owned(),
            name => format!("[{name}]"),
        };
        write_section(&mut text, &title, section.doc());
        let keys = section.keys();
        if !keys.is_empty() {
            table(&mut text, keys.iter().filter(|key| key.presence() != Presence::Resolved).map(|key| row(*key, kinds)));
        }
        // The only table inside another that is not described elsewhere.
        if section.name() == keys::AGENT.name {
            write_section(&mut text, "engine = { … }", keys::ENGINE.doc);
            let keys = keys::ENGINE.keys();
            table(&mut text, keys.iter().filter(|key| key.presence() != Presence::Resolved).map(|key| row(*key, kinds)));
        }
    }
    for (kind, settings) in kinds.iter().filter_map(|kind| Some((kind, kind.settings.as_ref()?))) {
        write_section(&mut text, &format!("[{}]", kind.name), &format!("{} A list is an axis of the grid.", kind.doc));
        table(&mut text, settings.iter().map(setting));
    }
    text
}

fn write_section(text: &mut String, title: &str, doc: &str) {
    write!(text, "\n### `{title}`\n\n{doc}\n").expect("writing to a string cannot fail");
}

fn table(text: &mut String, rows: impl Iterator<Item = [String; 4]>) {
    text.push_str("\n| key | value | default | meaning |\n|---|---|---|---|\n");
    for row in rows {
        let row = row.map(|cell| cell.replace('|', "\\|"));
        writeln!(text, "| {} |", row.join(" | ")).expect("writing to a string cannot fail");
    }
}

fn row(key: &dyn AnyKey, kinds: &[KindTable]) -> [String; 4] {
    let default = match key.presence() {
        Presence::Required(_) => "required".to_owned(),
        Presence::Default(default) if default.contains(' ') => default.to_owned(),
        Presence::Default(default) => format!("`{default}`"),
        Presence::Optional | Presence::Resolved => "–".to_owned(),
    };
    let schema = key.schema(kinds);
    let values = match schema["enum"].as_array() {
        Some(names) => names.iter().map(|name| format!("`{}`", name.as_str().unwrap_or_default())).collect::<Vec<_>>().join(", "),
        None => key.words(),
    };
    [format!("`{}`", key.name()), values, default, key.doc().to_owned()]
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
