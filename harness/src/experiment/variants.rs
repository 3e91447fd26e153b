//! Checks parameters, and expands sweeps into variants.

use crate::config::wire::{Located, ParamTable, ParamsWire};
use crate::config::{KeyPath, Part};
use treebench_games::params::{ParamError, ParamSpec, Value, Values, resolve};

/// More cells, or combinations of one table, than this are an error: each takes some three kilobytes.
pub(crate) const MOST_CELLS: u64 = 200_000;

/// A game's or an agent's parameters with every swept one at one of its values.
#[derive(Clone)]
pub(crate) struct Variant {
    /// All parameters.
    pub(crate) params: Values,
    /// The swept parameters.
    pub(crate) swept: Vec<SweptValue>,
}

#[derive(Clone)]
pub(crate) struct SweptValue {
    pub(crate) name: String,
    pub(crate) value: Value,
    pub(crate) index: usize,
    pub(crate) at: KeyPath,
}

/// Checks given parameters one by one, so that every error is reported, and returns the valid ones.
pub(crate) fn check_given(specs: &[ParamSpec], given: &ParamsWire) -> Values {
    let mut good = Values::default();
    for (name, value) in given {
        if let Some(value) = check_one(specs, name, value, &value.at) {
            good.set(name.clone(), value);
        }
    }
    good
}

/// Checks one parameter, whose name is at `key`.
pub(crate) fn check_one(specs: &[ParamSpec], name: &str, value: &Located<Value>, key: &KeyPath) -> Option<Value> {
    let one = Values::from_iter([(name.to_owned(), value.value.clone())]);
    match resolve(specs, &one) {
        Ok(values) => values.get(name).cloned(),
        Err(error) if specs.iter().any(|spec| spec.name == name) => {
            value.at.refuse(Part::Value, error.message);
            None
        }
        Err(_) => {
            key.refuse(Part::Key, format!("unknown parameter `{name}`")).suggest(name, specs.iter().map(|spec| spec.name));
            None
        }
    }
}

/// Checks that the sweeps of a table do not have too many combinations.
pub(crate) fn check_size(given: ParamTable<'_>) -> bool {
    let combinations = given.sweep.values().fold(1u64, |n, values| n.saturating_mul(values.value.len() as u64));
    if combinations > MOST_CELLS {
        let message = format!("the sweeps here have {combinations} combinations; the limit is {MOST_CELLS}");
        given.at.refuse(Part::Key, message);
    }
    combinations <= MOST_CELLS
}

/// All variants of a table, the last swept parameter changing fastest; empty if it has errors.
pub(crate) fn variants(specs: &[ParamSpec], given: ParamTable<'_>) -> Vec<Variant> {
    let before = given.at.sources().count();
    if !check_size(given) {
        return Vec::new();
    }
    let Ok(params) = resolve(specs, &check_given(specs, given.params)) else { return Vec::new() };
    let all = sweep(&params, given, "params", |name, value, key| check_one(specs, name, value, key));
    if given.at.sources().count() > before { Vec::new() } else { all }
}

/// All variants of these parameters, with values converted by `check`; empty if there are errors. The fixed ones are in the key `beside`.
pub(crate) fn sweep(
    params: &Values,
    given: ParamTable<'_>,
    beside: &str,
    check: impl Fn(&str, &Located<Value>, &KeyPath) -> Option<Value>,
) -> Vec<Variant> {
    let before = given.at.sources().count();
    let mut variants = vec![Variant { params: params.clone(), swept: Vec::new() }];
    for (name, values) in given.sweep {
        if given.params.contains_key(name) {
            values.at.refuse(Part::Key, format!("`{name}` is both swept and set in `{beside}`"));
        }
        let mut good = Vec::new();
        for (index, value) in values.value.iter().enumerate() {
            let checked = check(name, value, &values.at);
            good.extend(checked.map(|checked| SweptValue { name: name.clone(), value: checked, index, at: value.at.clone() }));
        }
        variants = variants.iter().flat_map(|variant| good.iter().map(|swept| variant.with(swept))).collect();
    }
    if given.at.sources().count() > before { Vec::new() } else { variants }
}

/// Parameters as a table gives them.
pub(crate) fn located(values: &Values, at: &KeyPath) -> ParamsWire {
    values.iter().map(|(name, value)| (name.to_owned(), Located::new(value.clone(), at.clone()))).collect()
}

impl Variant {
    /// The parameters that are not swept.
    pub(crate) fn fixed(&self) -> Values {
        let fixed = self.params.iter().filter(|(name, _)| !self.swept.iter().any(|swept| swept.name == *name));
        fixed.map(|(name, value)| (name.to_owned(), value.clone())).collect()
    }

    fn with(&self, swept: &SweptValue) -> Variant {
        let mut variant = self.clone();
        variant.params.set(swept.name.clone(), swept.value.clone());
        variant.swept.push(swept.clone());
        variant
    }

    /// Reports the error of a game or an agent that cannot be built: at the parameter if it names one (in `params` unless swept), otherwise at the
    /// table.
    pub(crate) fn refuse(&self, error: &ParamError, table: &KeyPath, params: &KeyPath) {
        let at = match self.swept.iter().find(|swept| swept.name == error.param) {
            Some(swept) => swept.at.clone(),
            None if error.param.is_empty() => table.clone(),
            None => params.key(&error.param),
        };
        at.refuse(Part::Value, error.message.clone());
    }
}

/// The name with the parameters that differ from the defaults: `breakthrough (size=6)`.
pub(crate) fn label(name: &str, specs: &[ParamSpec], params: &Values) -> String {
    let differs = |spec: &&ParamSpec| params.get(spec.name).is_some_and(|value| *value != spec.default);
    let shown: Vec<String> = specs.iter().filter(differs).filter_map(|s| Some(format!("{}={}", s.name, params.get(s.name)?))).collect();
    if shown.is_empty() { name.to_owned() } else { format!("{name} ({})", shown.join(", ")) }
}
