//! The parameters of games, agents and kinds as JSON Schema.

use super::key::{KindTable, properties};
use serde_json::{Map, Value as Json, json};
use treebench_agents::agents;
use treebench_games::games;
use treebench_games::params::{Kind as Type, ParamSpec, Value};

/// The tables of each kind. In the table with its settings, a list is an axis of the grid.
pub(super) fn of_kinds(kinds: &[KindTable]) -> Map<String, Json> {
    let setting = |spec: &ParamSpec| {
        let one = param(spec);
        (spec.name.to_owned(), json!({ "description": one["description"], "anyOf": [one.clone(), list(&one)] }))
    };
    let settings = |kind: &KindTable| {
        let properties: Map<String, Json> = kind.settings.as_ref()?.iter().map(setting).collect();
        let table = json!({ "description": kind.doc, "type": "object", "properties": properties, "additionalProperties": false });
        Some((kind.name.to_owned(), table))
    };
    let mut tables: Map<String, Json> = kinds.iter().filter_map(settings).collect();
    tables.extend(properties(kinds.iter().flat_map(|kind| kind.tables), kinds));
    tables
}

/// Adds to the schema of a game the rules that depend on its key `use`.
pub(super) fn add_games(schema: &mut Json) {
    add_parameters(schema, games().iter().map(|entry| (entry.name, entry.doc(), entry.all_specs())).collect());
}

/// Adds to the schema of an agent the rules that depend on its key `use`.
pub(super) fn add_agents(schema: &mut Json) {
    add_parameters(schema, agents().iter().map(|entry| (entry.name, (entry.doc)(), (entry.specs)())).collect());
}

/// Adds the known names, and for each of them the parameters and their sweeps.
fn add_parameters(schema: &mut Json, entries: Vec<(&str, &str, Vec<ParamSpec>)>) {
    schema["properties"]["use"]["enum"] = entries.iter().map(|(name, ..)| json!(name)).collect();
    let rule = |(name, doc, specs): &(&str, &str, Vec<ParamSpec>)| {
        let one: Map<String, Json> = specs.iter().map(|spec| (spec.name.to_owned(), param(spec))).collect();
        let lists: Map<String, Json> = specs.iter().map(|spec| (spec.name.to_owned(), several(&param(spec)))).collect();
        json!({
            "if": { "properties": { "use": { "const": name } }, "required": ["use"] },
            "then": {
                "description": doc,
                "properties": {
                    "params": { "properties": one, "additionalProperties": false },
                    "sweep": { "properties": lists, "additionalProperties": false },
                },
            },
        })
    };
    schema["allOf"] = entries.iter().map(rule).collect();
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
