//! The table of an engine as the parameters of the agent [`ENGINE`]. Its options are one parameter, a table in JSON; those that are swept make
//! variants as other parameters do.

use super::variants::{SweptValue, Variant, check_size, variants};
use crate::config::wire::{AgentTable, EngineTable, GivenParams, Located, ParamsWire, SweepWire};
use crate::config::{Part, Word};
use std::path::Path;
use treebench_agents::engines::{ENGINE, Restart, SEED};
use treebench_games::params::{ParamField as _, Value, Values};

/// The parameter that holds the options.
const OPTIONS: &str = "options";

/// The parameters of an engine, each at its place.
pub(crate) fn params(engine: &EngineTable) -> ParamsWire {
    let words: Vec<&str> = engine.command.value.iter().map(|word| word.value.as_str()).collect();
    let options = engine.options.iter().map(|(name, value)| (name.clone(), json(&value.value))).collect();
    let here = |value: Value| Located::new(value, engine.at.clone());
    let mut params = ParamsWire::from([
        ("protocol".to_owned(), engine.protocol.clone().map(|protocol| protocol.0.to_value())),
        ("command".to_owned(), Located::new(Value::Text(serde_json::json!(words).to_string()), engine.command.at.clone())),
        (OPTIONS.to_owned(), Located::new(Value::Text(serde_json::Value::Object(options).to_string()), engine.at.key(OPTIONS))),
        ("restart".to_owned(), restart(engine).map(|restart| restart.to_value())),
        ("folder".to_owned(), here(Value::Text(folder(engine)))),
        ("limit".to_owned(), engine.limit.clone().map(|limit| Value::Float(limit.as_secs_f64()))),
    ]);
    params.extend(engine.identity.clone().map(|identity| ("identity".to_owned(), identity.map(Value::Text))));
    params
}

/// When an engine is started: for every game if its command has a seed, unless the file says otherwise.
fn restart(engine: &EngineTable) -> Located<Restart> {
    let seeded = engine.command.value.iter().any(|word| word.value.contains(SEED));
    let default = || Located::new(if seeded { Restart::Game } else { Restart::Worker }, engine.at.clone());
    engine.restart.clone().map_or_else(default, |given| given.map(|word| word.0))
}

/// Where an engine is started: the folder of the file that names it, unless a resolved copy says otherwise.
fn folder(engine: &EngineTable) -> String {
    let here = || {
        let folder = engine.at.folder();
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).to_string_lossy().into_owned()
    };
    engine.folder.clone().unwrap_or_else(here)
}

/// The table with every default filled in.
pub(crate) fn resolved(engine: &EngineTable) -> EngineTable {
    EngineTable { restart: Some(restart(engine).map(Word)), folder: Some(folder(engine)), ..engine.clone() }
}

/// A value in JSON.
fn json(value: &Value) -> serde_json::Value {
    match value {
        Value::Bool(value) => (*value).into(),
        Value::Int(value) => (*value).into(),
        Value::Float(value) => (*value).into(),
        Value::Text(value) => value.as_str().into(),
    }
}

/// All variants of an engine, the last swept option changing fastest; empty if something is wrong.
pub(crate) fn engine_variants(engine: &EngineTable, table: &AgentTable) -> Vec<Variant> {
    let before = table.at.sources().count();
    if !check_size(table.given()) {
        return Vec::new();
    }
    let given = GivenParams { at: &engine.at, params: &params(engine), sweep: &SweepWire::new() };
    let mut all = variants(&(ENGINE.specs)(), given);
    for (name, values) in &table.sweep {
        if all.iter().any(|variant| options(&variant.params).contains_key(name)) {
            values.at.refuse(Part::Key, format!("`{name}` is both swept and given in `options`"));
        }
        let swept = values.value.iter().enumerate();
        let swept = swept.map(|(index, value)| SweptValue { name: name.clone(), value: value.value.clone(), index, at: value.at.clone() });
        let swept: Vec<SweptValue> = swept.collect();
        all = all.iter().flat_map(|variant| swept.iter().map(|swept| with(variant, swept))).collect();
    }
    if table.at.sources().count() > before { Vec::new() } else { all }
}

/// The variant with another option.
fn with(variant: &Variant, swept: &SweptValue) -> Variant {
    let mut variant = variant.clone();
    set(&mut variant.params, &swept.name, &swept.value);
    variant.swept.push(swept.clone());
    variant
}

/// The values of swept options at which an engine is asked who it is: the first of all, then every other one beside the first of the rest.
pub(crate) fn tried(sweep: &SweepWire, params: &Values) -> Vec<(String, Values)> {
    let first: Vec<usize> = vec![0; sweep.len()];
    let others = sweep.iter().enumerate().flat_map(|(place, (_, values))| {
        let first = &first;
        (1..values.value.len()).map(move |index| first.iter().enumerate().map(|(i, &n)| if i == place { index } else { n }).collect())
    });
    let at = |indices: Vec<usize>| {
        let (mut params, mut words) = (params.clone(), Vec::new());
        for ((name, values), index) in sweep.iter().zip(indices) {
            let Some(value) = values.value.get(index) else { continue };
            set(&mut params, name, &value.value);
            words.push(format!("{name} = {}", value.value));
        }
        (words.join(", "), params)
    };
    [first.clone()].into_iter().chain(others).map(at).collect()
}

/// The options that parameters of an engine hold.
fn options(params: &Values) -> serde_json::Map<String, serde_json::Value> {
    match params.get(OPTIONS) {
        Some(Value::Text(text)) => serde_json::from_str(text).unwrap_or_default(),
        _ => serde_json::Map::new(),
    }
}

fn set(params: &mut Values, name: &str, value: &Value) {
    let mut all = options(params);
    all.insert(name.to_owned(), json(value));
    params.set(OPTIONS, Value::Text(serde_json::Value::Object(all).to_string()));
}
