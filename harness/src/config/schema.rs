//! The same grammar for editors, as JSON Schema (draft 7, which every TOML editor knows).

use crate::experiment::KindRules;
use serde_json::{Map, Value as Json, json};
use treebench_agents::agents;
use treebench_games::games;
use treebench_games::params::{Kind as Type, ParamSpec, Value};

/// The JSON Schema of experiment files: all keys with their documentation, and the parameters of every game and agent.
pub fn schema(kinds: &[&dyn KindRules]) -> Json {
    let mut sections = sections(kinds);
    let mut covering = sections.clone();
    // A profile may say any part of an experiment.
    covering["experiment"].as_object_mut().map(|experiment| experiment.remove("required"));
    sections.insert(
        "include".to_owned(),
        json!({ "description": "Files that this one builds on, relative to it.", "type": "array", "items": { "type": "string" } }),
    );
    let profile = json!({ "type": "object", "properties": covering, "additionalProperties": false });
    let doc = "Tables that cover the others when the profile is chosen with --profile.";
    sections.insert("profile".to_owned(), json!({ "description": doc, "type": "object", "additionalProperties": profile }));
    json!({
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "treebench experiment",
        "type": "object",
        "properties": sections,
        "additionalProperties": false,
        "definitions": { "budget": budget(), "scalar": { "type": ["boolean", "number", "string"] } },
    })
}

fn sections(kinds: &[&dyn KindRules]) -> Map<String, Json> {
    let game_names: Vec<&str> = games().iter().map(|entry| entry.name).collect();
    let agent_names: Vec<&str> = agents().iter().map(|entry| entry.name).collect();
    let game_tables = games().iter().map(|entry| (entry.name, entry.doc(), entry.specs())).collect::<Vec<_>>();
    let agent_tables = agents().iter().map(|entry| (entry.name, (entry.doc)(), (entry.specs)())).collect::<Vec<_>>();
    let names = json!({ "anyOf": [{ "type": "string", "examples": game_names }, table("game", &game_names, &game_tables, false)] });
    let opponents = json!({ "anyOf": [
        { "type": "string", "examples": agent_names },
        { "type": "array", "minItems": 1, "items": { "type": ["string", "array"], "items": { "type": "string" } } },
    ] });
    let mut sections = Map::new();
    sections.insert("experiment".to_owned(), experiment(kinds));
    sections.insert(
        "calibration".to_owned(),
        json!({
            "description": "How the nodal states of `states-as` are measured.",
            "type": "object",
            "properties": {
                "agent": { "description": "The agent that is measured in the first turn.", "type": "string" },
                "seconds": { "description": "How long.", "type": "number" },
                "states-per-second": {
                    "description": "What need not be measured, by game.",
                    "type": "object",
                    "additionalProperties": { "type": "integer", "minimum": 1 },
                },
            },
            "additionalProperties": false,
        }),
    );
    sections.insert("budget".to_owned(), json!({ "$ref": "#/definitions/budget" }));
    let grid = json!({
        "description": "The axes of the grid beside budgets and sweeps.",
        "type": "object",
        "properties": { "game": {
            "description": "Registered games, [game.NAME] tables, patterns such as \"break*\", or tables in place.",
            "anyOf": [names.clone(), { "type": "array", "minItems": 1, "items": names }],
        } },
        "additionalProperties": false,
    });
    sections.insert("grid".to_owned(), grid);
    sections.insert("game".to_owned(), json!({ "type": "object", "additionalProperties": table("game", &game_names, &game_tables, true) }));
    sections
        .insert("agent".to_owned(), json!({ "type": "object", "additionalProperties": table("agent", &agent_names, &agent_tables, true) }));
    let doc = "Who plays whom: candidate = \"opponent\"; a list has the opponents of one match.";
    sections.insert("compare".to_owned(), json!({ "description": doc, "type": "object", "additionalProperties": opponents }));
    let only = json!({ "description": "The only cells to play: axis = value or values; all must hold.", "type": "object" });
    sections.insert("only".to_owned(), only);
    let exclude = json!({
        "type": "object",
        "properties": {
            "where": { "description": "Axis = value or values; all must hold.", "type": "object" },
            "reason": { "description": "Why the cells make no sense.", "type": "string" },
        },
        "required": ["where", "reason"],
        "additionalProperties": false,
    });
    sections.insert("exclude".to_owned(), json!({ "description": "Cells to leave out.", "type": "array", "items": exclude }));
    for kind in kinds {
        let settings =
            json!({ "description": kind.doc(), "type": "object", "properties": params(&kind.settings()), "additionalProperties": false });
        sections.insert(kind.name().to_owned(), settings);
    }
    sections
}

fn experiment(kinds: &[&dyn KindRules]) -> Json {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let reference = json!([{ "type": "string" }, { "type": "array", "minItems": 1, "items": { "type": "string" } }]);
    json!({
        "description": "What is asked, and how often.",
        "type": "object",
        "properties": {
            "name": { "description": "Results go to results/NAME.", "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9_.-]*$" },
            "kind": { "description": "What is measured.", "enum": kinds },
            "seed": { "description": "The seed of all randomness.", "type": "integer", "minimum": 0, "default": 0 },
            "games-per-cell": { "description": "Tasks in every cell.", "type": "integer", "minimum": 1, "maximum": u32::MAX },
            "baseline": { "description": "The agent that the others are compared with in kinds whose agents do not meet.", "type": "string" },
            "question": { "description": "What it answers; by default the comment at the top of the file.", "type": "string" },
            "reference": { "description": "CSV files with reference values, relative to this file.", "anyOf": reference },
        },
        "required": ["name", "kind", "games-per-cell"],
        "additionalProperties": false,
    })
}

fn budget() -> Json {
    let several = |item: Json| json!({ "anyOf": [item.clone(), { "type": "array", "minItems": 1, "items": item }] });
    let number = several(json!({ "type": "integer", "minimum": 1 }));
    let time = several(json!({ "type": "string", "pattern": "^[0-9.eE+-]+ *(ns|us|ms|s|min)$" }));
    json!({
        "description": "What an agent may spend on a turn: one of these; a list is an axis.",
        "type": "object",
        "properties": {
            "iterations": number,
            "states": number,
            "time": time.clone(),
            "states-as": time,
        },
        "minProperties": 1,
        "maxProperties": 1,
        "additionalProperties": false,
    })
}

/// A `[game.NAME]` or `[agent.NAME]` table: what `use` says decides which parameters there are.
fn table(what: &str, names: &[&str], entries: &[(&str, &str, Vec<ParamSpec>)], sweeps: bool) -> Json {
    let mut properties = json!({
        "use": { "description": format!("The registered {what}."), "enum": names },
        "params": { "description": "Parameters that differ from the defaults.", "type": "object" },
    });
    if sweeps {
        properties["sweep"] = json!({ "description": "Parameters of which every value makes cells of its own.", "type": "object" });
    }
    if what == "game" {
        properties["rbg"] = json!({ "description": "A rules file, relative to this one, in place of `use`.", "type": "string" });
        properties["rbg-text"] = json!({ "description": "The text of the rules file, in resolved copies.", "type": "string" });
    }
    if what == "agent" {
        properties["budget"] = json!({ "$ref": "#/definitions/budget" });
    }
    let rule = |(name, doc, specs): &(&str, &str, Vec<ParamSpec>)| {
        let swept: Map<String, Json> =
            specs.iter().map(|spec| (spec.name.to_owned(), json!({ "type": "array", "minItems": 1, "items": param(spec) }))).collect();
        let mut then = json!({ "params": { "properties": params(specs), "additionalProperties": false } });
        if sweeps {
            then["sweep"] = json!({ "properties": swept, "additionalProperties": false });
        }
        json!({
            "if": { "properties": { "use": { "const": name } }, "required": ["use"] },
            "then": { "description": doc, "properties": then },
        })
    };
    let rules: Vec<Json> = entries.iter().map(rule).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false, "allOf": rules })
}

fn params(specs: &[ParamSpec]) -> Map<String, Json> {
    specs.iter().map(|spec| (spec.name.to_owned(), param(spec))).collect()
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
    schema["default"] = match &spec.default {
        Value::Bool(b) => json!(b),
        Value::Int(i) => json!(i),
        // JSON has no infinity; it stays in the description of the parameter.
        Value::Float(x) => json!(x),
        Value::Text(text) => json!(text),
    };
    if schema["default"].is_null() {
        schema.as_object_mut().map(|schema| schema.remove("default"));
    }
    if let Some(range) = spec.range {
        schema["minimum"] = json!(range.min);
        if range.max.is_finite() {
            schema["maximum"] = json!(range.max);
        }
    }
    schema
}
