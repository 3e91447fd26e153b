//! Shapes that one section has: games of the grid, opponents, conditions on axes, files.

use super::{Scalar, Several, Shape, Text};
use crate::config::Diagnostics;
use crate::config::key::{AnyKey, KindTable, Section};
use crate::config::key_path::{KeyPath, Part};
use crate::config::wire::{ConditionsWire, GameWire, Located, TableWire};
use figment::value::{Dict, Value};
use serde_json::{Value as Json, json};
use treebench_agents::agents;
use treebench_games::games;

/// A game of the grid: a name, a pattern, or a table in place.
pub(crate) struct GameNames(pub(crate) Section<TableWire>);

impl Shape for GameNames {
    type Value = GameWire;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<GameWire> {
        if value.as_dict().is_some() {
            self.0.read(value, at, diagnostics).map(|table| GameWire::Inline(Box::new(table)))
        } else {
            Text.read(value, at, diagnostics).map(GameWire::Name)
        }
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let names: Vec<&str> = games().iter().map(|entry| entry.name).collect();
        json!({ "anyOf": [{ "type": "string", "examples": names }, self.0.schema(kinds)] })
    }

    fn words(&self) -> String {
        "name or table".to_owned()
    }
}

/// The opponents of a candidate: `"a"`, `["a", "b"]` (in one match), or `[["a"], ["b"]]` (two comparisons).
pub(crate) struct Opponents;

impl Shape for Opponents {
    type Value = Vec<Located<Vec<Located<String>>>>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Self::Value> {
        let names = Several(Text);
        let lists = value.as_array().filter(|items| !items.is_empty() && items.iter().all(|item| item.as_array().is_some()));
        let against: Vec<_> = match lists {
            Some(lists) => lists.iter().enumerate().filter_map(|(i, list)| names.read(list, &at.item(i), diagnostics)).collect(),
            None => names.read(value, at, diagnostics).into_iter().collect(),
        };
        (!against.is_empty()).then_some(against)
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        let names: Vec<&str> = agents().iter().map(|entry| entry.name).collect();
        json!({ "anyOf": [
            { "type": "string", "examples": names },
            { "type": "array", "minItems": 1, "items": { "type": ["string", "array"], "items": { "type": "string" } } },
        ] })
    }

    fn words(&self) -> String {
        "opponent, or a list".to_owned()
    }
}

/// The most values that the conditions of one table name.
const MOST_CONDITIONS: usize = 5_000;

/// Axes, and on each the values that are meant.
pub(crate) struct Conditions {
    /// The key, for errors.
    pub(crate) name: &'static str,
    /// What no condition at all would do, for errors.
    pub(crate) effect: &'static str,
}

impl Conditions {
    /// `"candidate.fpu" = 0.5` and `candidate.fpu = 0.5` (a table in a table, to TOML) name the same axis.
    fn collect(value: &Value, prefix: &str, at: &KeyPath, conditions: &mut ConditionsWire, diagnostics: &mut Diagnostics) {
        for (name, value) in diagnostics.table(value, at).into_iter().flatten() {
            let axis = format!("{prefix}{name}");
            let at = at.key(name);
            if value.as_dict().is_some() {
                Conditions::collect(value, &format!("{axis}."), &at, conditions, diagnostics);
            } else if let Some(values) = Several(Scalar).read(value, &at, diagnostics) {
                conditions.push((Located::new(axis, at), values.value));
            }
        }
    }
}

impl Shape for Conditions {
    type Value = ConditionsWire;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<ConditionsWire> {
        let mut conditions = Vec::new();
        Conditions::collect(value, "", at, &mut conditions, diagnostics);
        // Every cell is compared with every value.
        if conditions.iter().map(|(_, values)| values.len()).sum::<usize>() > MOST_CONDITIONS {
            let message = format!("`{}` has more than {MOST_CONDITIONS} values: this is taken for a mistake", self.name);
            diagnostics.add(at, Part::Key, message);
            return None;
        }
        if value.as_dict().is_some_and(Dict::is_empty) {
            diagnostics.add(at, Part::Value, format!("`{}` is empty: it would {}", self.name, self.effect));
        }
        Some(conditions)
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "object" })
    }

    fn words(&self) -> String {
        "axis = value, or a list".to_owned()
    }
}

/// A list of tables, such as `[[exclude]]`.
pub(crate) struct Tables<T>(pub(crate) Section<T>);

impl<T: 'static> Shape for Tables<T> {
    type Value = Vec<T>;

    fn read(&self, value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<Vec<T>> {
        let Some(items) = value.as_array() else {
            diagnostics.wrong(at, &format!("tables: [[{}]]", at.name()), value);
            return None;
        };
        Some(items.iter().enumerate().filter_map(|(i, item)| self.0.read(item, &at.item(i), diagnostics)).collect())
    }

    fn schema(&self, kinds: &[KindTable]) -> Json {
        let mut each = self.0.schema(kinds);
        each["required"] = json!(crate::config::schema::required(self.0.keys));
        json!({ "type": "array", "items": each })
    }

    fn words(&self) -> String {
        "tables".to_owned()
    }

    fn keys(&self) -> &'static [&'static dyn AnyKey] {
        self.0.keys
    }
}

/// The files of `include`. They are read before documents are merged; here the key can only come from an override.
pub(crate) struct Files;

impl Shape for Files {
    type Value = ();

    fn read(&self, _value: &Value, at: &KeyPath, diagnostics: &mut Diagnostics) -> Option<()> {
        diagnostics.add(at, Part::Key, format!("`{}` can only be set in a file", at.name()));
        None
    }

    fn schema(&self, _kinds: &[KindTable]) -> Json {
        json!({ "type": "array", "items": { "type": "string" } })
    }

    fn words(&self) -> String {
        "list of files".to_owned()
    }
}
