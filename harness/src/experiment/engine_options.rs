//! Options of engines, which are one parameter: a table in JSON. Those that are swept make variants as other parameters do.

use super::variants::{Swept, Variant, check_size, variants};
use crate::config::wire::{EngineWire, SweepWire, TableWire};
use crate::config::{Diagnostics, Part, json};
use treebench_agents::engines::ENGINE;
use treebench_games::params::{Value, Values};

/// The parameter that holds them.
const OPTIONS: &str = "options";

/// All variants of an engine, the last swept option changing fastest; empty if something is wrong.
pub(crate) fn engine_variants(engine: &EngineWire, table: &TableWire, diagnostics: &mut Diagnostics) -> Vec<Variant> {
    let plain = TableWire { params: engine.params.clone(), sweep: Vec::new(), ..TableWire::empty(&table.at) };
    let before = diagnostics.count();
    if !check_size(table, diagnostics) {
        return Vec::new();
    }
    let mut all = variants(&(ENGINE.specs)(), &plain, diagnostics);
    for (name, values) in &table.sweep {
        if all.iter().any(|variant| options(&variant.params).contains_key(name)) {
            diagnostics.add(&values.at, Part::Key, format!("`{name}` is both swept and given in `options`"));
        }
        let swept = values.value.iter().enumerate();
        let swept = swept.map(|(index, value)| Swept { name: name.clone(), value: value.value.clone(), index, at: value.at.clone() });
        let swept: Vec<Swept> = swept.collect();
        all = all.iter().flat_map(|variant| swept.iter().map(|swept| with(variant, swept))).collect();
    }
    if diagnostics.count() > before { Vec::new() } else { all }
}

/// The variant with another option.
fn with(variant: &Variant, swept: &Swept) -> Variant {
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
pub(crate) fn options(params: &Values) -> serde_json::Map<String, serde_json::Value> {
    match params.get(OPTIONS) {
        Some(Value::Text(text)) => serde_json::from_str(text).unwrap_or_default(),
        _ => serde_json::Map::new(),
    }
}

fn set(params: &mut Values, name: &str, value: &Value) {
    let mut all = options(params);
    all.insert(name.to_owned(), json(value.clone()));
    params.set(OPTIONS, Value::Text(serde_json::Value::Object(all).to_string()));
}
