//! Shapes of `[tune]`: its keys and the `[tune.NAME]` tables in it, and the values of a parameter that is tuned.

use super::{Scalar, Several, Shape};
use crate::config::Diagnostics;
use crate::config::key::{AnyKey, KindTable, Section};
use crate::config::key_path::KeyPath;
use crate::config::wire::{Located, SpaceWire, TuneWire};
use figment::value::{Dict, Value};
use serde_json::{Value as Json, json};

/// `[tune]`: the keys of a section, and tables named after agents.
pub(crate) struct Tune {
    pub(crate) section: Section<TuneWire>,
    /// The values of a parameter in the table of an agent.
    pub(crate) space: Space,
}

impl Shape for Tune {
    type Value = TuneWire;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<TuneWire> {
        let known = |name: &str| self.section.keys.iter().any(|key| key.name() == name);
        let (mut plain, mut spaces) = (Dict::new(), Vec::new());
        for (name, value) in diagnostics.table(value, at)? {
            let Some(table) = value.as_dict().filter(|_| !known(name)) else {
                plain.insert(name.clone(), value.clone());
                continue;
            };
            let at = at.key(name);
            let read = |(param, value): (&String, &Value)| Some((param.clone(), self.space.read(value, &at.key(param), diagnostics)?));
            spaces.push((Located::new(name.clone(), at.clone()), table.iter().filter_map(read).collect()));
        }
        let wire = self.section.read(&Value::Dict(value.tag(), plain), at, diagnostics)?;
        Some(TuneWire { spaces, ..wire })
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let mut schema = self.section.schema(kinds);
        schema["additionalProperties"] = json!({ "type": "object", "additionalProperties": self.space.schema(kinds) });
        schema
    }

    fn words(&self) -> String {
        "table".to_owned()
    }

    fn keys(&self) -> &'static [&'static dyn AnyKey] {
        self.section.keys
    }
}

/// The values of a parameter: a list, or a table with a range.
pub(crate) struct Space(pub(crate) Section<SpaceWire>);

impl Shape for Space {
    type Value = SpaceWire;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<SpaceWire> {
        if value.as_dict().is_some() {
            return self.0.read(value, at, diagnostics);
        }
        let values = Several(Scalar).read(value, at, diagnostics)?;
        Some(SpaceWire { at: at.clone(), values: Some(values), from: None, to: None, steps: None, scale: None, when: None })
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        json!({ "anyOf": [Several(Scalar).schema(kinds), self.0.schema(kinds)] })
    }

    fn words(&self) -> String {
        "list of values, or a range".to_owned()
    }
}
