//! Lists, and tables whose keys are names.

use super::single::is_in_names;
use super::{Field, Optional, Preset, Shape};
use crate::config::key::{Description, Key, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::layer::Part;
use crate::config::toml_text::Toml;
use figment::value::Value;
use serde_json::json;
use std::collections::BTreeMap;
use treebench_games::languages::LANGUAGES;

/// A list with more values than this is an error: every value costs memory in each later step.
const MOST_VALUES: usize = 200_000;

/// A value, or a list with at least one.
impl<T: Shape> Shape for Vec<T> {
    fn read(field: &Field<'_>) -> Option<Vec<T>> {
        let name = field.at.name();
        let items = match field.value {
            Value::Array(_, items) if items.is_empty() => {
                field.at.refuse(Part::Value, format!("`{name}` is empty: it needs at least one value"));
                return None;
            }
            Value::Array(_, items) if items.len() > MOST_VALUES => {
                let message = format!("`{name}` has {} values; the limit is {MOST_VALUES}", items.len());
                field.at.refuse(Part::Key, message);
                return None;
            }
            Value::Array(_, items) => items,
            _ => return Some(vec![T::read(field)?]),
        };
        let read = |(i, item)| (!field.at.sources().full()).then(|| T::read(&field.item(i, item)));
        let items: Vec<T> = items.iter().enumerate().map_while(read).flatten().collect();
        (!items.is_empty()).then_some(items)
    }

    fn toml(&self) -> Toml {
        if self.is_empty() { Toml::Missing } else { Toml::list(self.iter().map(T::toml)) }
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        let Description { schema: one, words } = T::describe(limits, kinds);
        let schema = json!({ "anyOf": [one.clone(), { "type": "array", "minItems": 1, "items": one }] });
        Description::value(schema, format!("{words}, or a list"))
    }
}

impl<T: Shape> Optional for Vec<T> {}

impl<T: Preset> Preset for Vec<T> {
    type Preset = T::Preset;

    fn preset(value: T::Preset, at: &KeyPath) -> Vec<T> {
        vec![T::preset(value, at)]
    }
}

/// A table whose keys are arbitrary names.
impl<T: Shape> Shape for BTreeMap<String, T> {
    const TITLE: &'static str = if T::BELOW.is_empty() { "[KEY]" } else { "[KEY.NAME]" };
    const BELOW: &'static [Key] = T::BELOW;

    fn read(field: &Field<'_>) -> Option<BTreeMap<String, T>> {
        let mut read = BTreeMap::new();
        for (name, value) in field.table()? {
            if field.at.sources().full() {
                break;
            }
            let item = field.key(name, value);
            if field.limits.plain && !is_plain(name) {
                item.at.refuse(Part::Key, format!("invalid name `{name}`: use letters, digits, `-` and `_`"));
                continue;
            }
            read.extend(T::read(&item).map(|value| (name.clone(), value)));
        }
        Some(read)
    }

    fn toml(&self) -> Toml {
        let each = self.iter().map(|(name, value)| (name.clone(), value.toml()));
        if self.is_empty() { Toml::Missing } else { Toml::Table(each.collect()) }
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        let each = T::describe(limits, kinds);
        let schema = json!({ "type": "object", "additionalProperties": each.schema });
        Description::value(schema, format!("{} = {}", limits.names, each.words))
    }
}

impl<T: Shape> Optional for BTreeMap<String, T> {}

/// Whether this is a valid table name. A registered game may be changed under its own name, which may be that of a rules file.
fn is_plain(name: &str) -> bool {
    let plain = LANGUAGES.iter().find_map(|language| name.strip_prefix(language.name)?.strip_prefix('/')).unwrap_or(name);
    !plain.is_empty() && plain.chars().all(is_in_names)
}
