//! `[grid]` and `[game.NAME]`.

use super::Located;
use crate::config::key::{Description, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::layer::Part;
use crate::config::schema;
use crate::config::shape::{Field, Shape};
use crate::config::toml_text::Toml;
use serde_json::{Value as Json, json};
use std::collections::BTreeMap;
use treebench_games::games;
use treebench_games::params::Value;
use treebench_macros::Section;

/// Parameters by name.
pub(crate) type ParamsWire = BTreeMap<String, Located<Value>>;

/// Swept parameters with their values.
pub(crate) type SweepWire = BTreeMap<String, Located<Vec<Located<Value>>>>;

/// The parameters that a table of the experiment sets, and those that it sweeps.
#[derive(Clone, Copy)]
pub(crate) struct ParamTable<'w> {
    /// The place of the table.
    pub(crate) at: &'w KeyPath,
    pub(crate) params: &'w ParamsWire,
    pub(crate) sweep: &'w SweepWire,
}

/// `[grid]`.
#[derive(Clone, Debug, Section)]
pub(crate) struct GridWire {
    /// Registered games, `[game.NAME]` tables, patterns such as `"connect*"`, or tables in place: `{ use = "breakthrough", params = { width = 6 } }`,
    /// `{ rbg = "my/game.rbg" }`, `{ rg = "my/game.hrg" }`.
    #[key(name = "game", required = "game = [\"tic-tac-toe\"]")]
    pub(crate) games: Vec<GameWire>,
}

/// An entry of `[grid] game`.
#[derive(Clone, Debug)]
pub(crate) enum GameWire {
    /// A name or a pattern.
    Name(Located<String>),
    /// A table in place: `{ use = "breakthrough", params = { … } }`.
    Inline(Box<GameTable>),
}

/// The key of sweeps, which a table in place does not have.
const SWEEP: &str = "sweep";

impl Shape for GameWire {
    fn read(field: &Field<'_>) -> Option<GameWire> {
        if field.value.as_dict().is_none() {
            return Located::read(field).map(GameWire::Name);
        }
        let table = GameTable::read(field)?;
        if table.used.is_none() && table.rules_files().next().is_none() && !field.at.key("use").is_misspelt() {
            let example = "write { use = \"breakthrough\", params = { size = 6 } }";
            field.at.refuse(Part::Value, "`use` is missing").help(example);
        }
        if !table.sweep.is_empty() {
            let message = "a game in place has no `sweep`: write a table [game.NAME], and its name here";
            field.at.key(SWEEP).refuse(Part::Key, message);
        }
        Some(GameWire::Inline(Box::new(table)))
    }

    fn toml(&self) -> Toml {
        match self {
            GameWire::Name(name) => name.toml(),
            GameWire::Inline(table) => table.toml(),
        }
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        let names: Vec<&str> = games().iter().map(|entry| entry.name).collect();
        let mut table = GameTable::describe(limits, kinds).schema;
        let no_sweep = |schema: &mut Json| schema["properties"].as_object_mut().is_some_and(|keys| keys.remove(SWEEP).is_some());
        no_sweep(&mut table);
        for rule in table["allOf"].as_array_mut().into_iter().flatten() {
            no_sweep(&mut rule["then"]);
        }
        Description::value(json!({ "anyOf": [{ "type": "string", "examples": names }, table] }), "name or table")
    }
}

/// A game with its parameters.
#[derive(Clone, Debug, Section)]
#[section(schema = schema::add_games)]
pub(crate) struct GameTable {
    #[key(place)]
    pub(crate) at: KeyPath,
    /// The registered game (`bench list games`).
    #[key(name = "use", otherwise = "NAME")]
    pub(crate) used: Option<Located<String>>,
    /// A rules file, relative to this file, in place of `use`.
    #[key(name = "rbg")]
    pub(crate) rules: Option<Located<String>>,
    /// The text of the rules file, in resolved copies.
    // Results belong to what was played, whatever becomes of the file.
    #[key(name = "rbg-text", resolved)]
    pub(crate) rules_text: Option<String>,
    /// A rules file in Regular Games, `.hrg` or `.rg`, likewise.
    #[key(name = "rg")]
    pub(crate) rg_rules: Option<Located<String>>,
    /// The text of the rules file in Regular Games, in resolved copies.
    #[key(name = "rg-text", resolved)]
    pub(crate) rg_text: Option<String>,
    /// Parameters that differ from their defaults (`bench show NAME`).
    #[key(names = "parameter")]
    pub(crate) params: ParamsWire,
    /// Parameters, or options of an engine, with lists of values. Each is an axis of the grid, called `NAME.PARAMETER`.
    #[key(names = "parameter")]
    pub(crate) sweep: SweepWire,
}

impl GameTable {
    /// A table that says nothing, at this place.
    pub(crate) fn empty(at: &KeyPath) -> GameTable {
        GameTable {
            at: at.clone(),
            used: None,
            rules: None,
            rules_text: None,
            rg_rules: None,
            rg_text: None,
            params: ParamsWire::new(),
            sweep: SweepWire::new(),
        }
    }

    /// The rules files, each with the name of the language in which it must be, and its text if that is stored here.
    pub(crate) fn rules_files(&self) -> impl Iterator<Item = (&Located<String>, &'static str, Option<&str>)> + Clone {
        let all = [("rbg", &self.rules, &self.rules_text), ("rg", &self.rg_rules, &self.rg_text)];
        all.into_iter().filter_map(|(language, file, text)| Some((file.as_ref()?, language, text.as_deref())))
    }

    /// Stores a rules file of a language with its text.
    pub(crate) fn set_rules(&mut self, language: &str, file: Located<String>, text: String) {
        let all = [("rbg", &mut self.rules, &mut self.rules_text), ("rg", &mut self.rg_rules, &mut self.rg_text)];
        let found = all.into_iter().find(|(name, ..)| *name == language);
        let (_, rules, stored) = found.expect("every language has its keys, which a test checks");
        (*rules, *stored) = (Some(file), Some(text));
    }

    pub(crate) fn given(&self) -> ParamTable<'_> {
        ParamTable { at: &self.at, params: &self.params, sweep: &self.sweep }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Section as _;
    use treebench_games::languages::LANGUAGES;

    #[test]
    fn every_language_has_its_keys() {
        for language in LANGUAGES {
            let mut table = GameTable::empty(&KeyPath::nowhere());
            table.set_rules(language.name, Located { value: "my.file".to_owned(), at: KeyPath::nowhere() }, "text".to_owned());
            let files: Vec<_> = table.rules_files().map(|(file, name, text)| (file.value.as_str(), name, text)).collect();
            assert_eq!(files, [("my.file", language.name, Some("text"))]);
            assert!(GameTable::KEYS.iter().any(|key| key.name == language.name), "the key is called as the language");
        }
    }
}
