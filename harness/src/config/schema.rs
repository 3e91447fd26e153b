//! The table of keys as JSON Schema (draft 7, which every TOML editor knows).

use super::key::{AnyKey, KindTable, Presence, Registry, properties};
use super::keys;
use serde_json::{Map, Value as Json, json};
use treebench_agents::agents;
use treebench_games::games;
use treebench_games::params::{Kind as Type, ParamSpec, Value};

/// The JSON Schema of experiment files: all keys with their documentation, and the parameters of every game, agent and kind.
pub fn schema(kinds: &[KindTable]) -> Json {
    let mut sections = properties(keys::TOP, kinds);
    sections.extend(settings(kinds));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "treebench experiment",
        "type": "object",
        "properties": sections,
        "additionalProperties": false,
        // A file that includes others may leave to them what an experiment must say.
        "if": { "required": ["experiment"], "not": { "required": ["include"] } },
        "then": { "properties": { "experiment": { "required": required(keys::EXPERIMENT.keys()) } } },
    })
}

/// The names of the keys that must be given.
pub(super) fn required(keys: &[&dyn AnyKey]) -> Vec<&'static str> {
    keys.iter().filter(|key| matches!(key.presence(), Presence::Required(_))).map(|key| key.name()).collect()
}

/// The tables with the settings of each kind: a list is an axis of the grid.
pub(super) fn settings(kinds: &[KindTable]) -> Map<String, Json> {
    let setting = |spec: &ParamSpec| {
        let one = param(spec);
        (spec.name.to_owned(), json!({ "description": one["description"], "anyOf": [one.clone(), list(&one)] }))
    };
    let table = |kind: &KindTable| {
        let properties: Map<String, Json> = kind.settings.as_ref()?.iter().map(setting).collect();
        let table = json!({ "description": kind.doc, "type": "object", "properties": properties, "additionalProperties": false });
        Some((kind.name.to_owned(), table))
    };
    kinds.iter().filter_map(table).collect()
}

/// Adds to the schema of a table what its key `use` decides: the names there are, and for each of them the parameters.
pub(super) fn add_parameters(schema: &mut Json, registry: Registry, keys: &[&dyn AnyKey]) {
    let entries: Vec<(&str, &str, Vec<ParamSpec>)> = match registry {
        Registry::Games => games().iter().map(|entry| (entry.name, entry.doc(), entry.specs())).collect(),
        Registry::Agents => agents().iter().map(|entry| (entry.name, (entry.doc)(), (entry.specs)())).collect(),
    };
    let names: Vec<&str> = entries.iter().map(|(name, ..)| *name).collect();
    schema["properties"][keys::USE_GAME.name]["enum"] = json!(names);
    let sweeps = keys.iter().any(|key| key.name() == keys::SWEEP.name);
    let rule = |(name, doc, specs): &(&str, &str, Vec<ParamSpec>)| {
        let one: Map<String, Json> = specs.iter().map(|spec| (spec.name.to_owned(), param(spec))).collect();
        let lists: Map<String, Json> = specs.iter().map(|spec| (spec.name.to_owned(), several(&param(spec)))).collect();
        let mut then = json!({ keys::PARAMS.name: { "properties": one, "additionalProperties": false } });
        if sweeps {
            then[keys::SWEEP.name] = json!({ "properties": lists, "additionalProperties": false });
        }
        json!({
            "if": { "properties": { keys::USE_GAME.name: { "const": name } }, "required": [keys::USE_GAME.name] },
            "then": { "description": doc, "properties": then },
        })
    };
    schema["allOf"] = Json::Array(entries.iter().map(rule).collect());
}

fn list(one: &Json) -> Json {
    json!({ "type": "array", "minItems": 1, "items": one })
}

fn several(one: &Json) -> Json {
    json!({ "anyOf": [one, list(one)] })
}

fn param(spec: &ParamSpec) -> Json {
    let source = if spec.source.is_empty() { String::new() } else { format!(" [{}]", spec.source) };
    let mut schema = json!({ "description": format!("{}{source}", spec.doc) });
    match spec.kind {
        Type::Bool => schema["type"] = json!("boolean"),
        Type::Int => schema["type"] = json!("integer"),
        Type::Float => schema["type"] = json!("number"),
        Type::Text => schema["type"] = json!("string"),
        Type::Choice(words) => schema["enum"] = json!(words.iter().map(|(word, _)| *word).collect::<Vec<_>>()),
    }
    let default = match &spec.default {
        Value::Bool(b) => json!(b),
        Value::Int(i) => json!(i),
        // JSON has no infinity; it stays in the description of the parameter.
        Value::Float(x) => json!(x),
        Value::Text(text) => json!(text),
    };
    if !default.is_null() {
        schema["default"] = default;
    }
    if let Some(range) = spec.range {
        schema["minimum"] = json!(range.min);
        if range.max.is_finite() {
            schema["maximum"] = json!(range.max);
        }
    }
    schema
}
