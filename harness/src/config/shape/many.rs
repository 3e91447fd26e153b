//! Shapes of lists, and of tables whose keys are names.

use super::Shape;
use crate::config::Diagnostics;
use crate::config::key::{AnyKey, KindTable};
use crate::config::key_path::{KeyPath, Part};
use crate::config::wire::Located;
use figment::value::Value;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;

/// A list with more values than this is taken for a mistake. Every value costs memory in each of the steps that follow.
const MOST_VALUES: usize = 200_000;

/// A value of a shape, or a list with at least one.
pub(crate) struct Several<S>(pub(crate) S);

impl<S: Shape> Shape for Several<S> {
    type Value = Located<Vec<S::Value>>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Self::Value> {
        let items = match value {
            Value::Array(_, items) if items.is_empty() => {
                diagnostics.add(at, Part::Value, format!("`{}` is empty: it needs at least one value", at.name()));
                return None;
            }
            Value::Array(_, items) if items.len() > MOST_VALUES => {
                let message = format!("`{}` has {} values; more than {MOST_VALUES} are taken for a mistake", at.name(), items.len());
                diagnostics.add(at, Part::Key, message);
                return None;
            }
            Value::Array(_, items) => {
                let items = items
                    .iter()
                    .enumerate()
                    .map_while(|(i, item)| (!diagnostics.full()).then(|| self.0.read(item, &at.item(i), diagnostics)));
                items.flatten().collect()
            }
            single => vec![self.0.read(single, at, diagnostics)?],
        };
        let items: Vec<S::Value> = items;
        (!items.is_empty()).then(|| Located::new(items, at.clone()))
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let one = self.0.schema(kinds);
        json!({ "anyOf": [one.clone(), { "type": "array", "minItems": 1, "items": one }] })
    }

    fn words(&self) -> String {
        format!("{}, or a list", self.0.words())
    }
}

/// A table whose keys are names that the file makes up or that are known elsewhere, and whose values all have one shape.
pub(crate) struct Named<S> {
    /// What the names are, for the key reference.
    pub(crate) names: &'static str,
    pub(crate) each: S,
    /// Whether the names must be good names of tables: letters, digits, `-` and `_`.
    pub(crate) plain: bool,
}

impl<S: Shape> Shape for Named<S> {
    /// By name, with the place of each; `None` where a value could not be read.
    type Value = BTreeMap<String, (KeyPath, Option<S::Value>)>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Self::Value> {
        let mut read = BTreeMap::new();
        for (name, value) in diagnostics.table(value, at)? {
            if diagnostics.full() {
                break;
            }
            let at = at.key(name);
            if self.plain && !is_plain(name) {
                diagnostics.add(&at, Part::Key, format!("`{name}` is no name: use letters, digits, `-` and `_`"));
                continue;
            }
            let value = self.each.read(value, &at, diagnostics);
            read.insert(name.clone(), (at, value));
        }
        Some(read)
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        json!({ "type": "object", "additionalProperties": self.each.schema(kinds) })
    }

    fn words(&self) -> String {
        format!("{} = {}", self.names, self.each.words())
    }

    fn keys(&self) -> &'static [&'static dyn AnyKey] {
        self.each.keys()
    }
}

/// Whether a table may be called so. A registered game may be changed under its own name, which may be that of a rules file.
fn is_plain(name: &str) -> bool {
    let plain = name.strip_prefix("rbg/").unwrap_or(name);
    !plain.is_empty() && plain.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c))
}
