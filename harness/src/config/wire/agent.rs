//! `[agent.NAME]`, its `engine`, and `[compare]`.

use super::{BudgetWire, Located, ParamTable, ParamsWire, SweepWire};
use crate::config::key::{Description, KindTable, Limits};
use crate::config::key_path::KeyPath;
use crate::config::schema;
use crate::config::shape::{Field, Shape, Word};
use crate::config::toml_text::Toml;
use serde_json::json;
use std::time::Duration;
use treebench_agents::agents;
use treebench_agents::engines::{Protocol, Restart};
use treebench_macros::Section;

/// An agent with its parameters.
#[derive(Clone, Debug, Section)]
#[section(schema = schema::add_agents)]
pub(crate) struct AgentTable {
    #[key(place)]
    pub(crate) at: KeyPath,
    /// The registered agent (`bench list agents`).
    #[key(name = "use", otherwise = "NAME")]
    pub(crate) used: Option<Located<String>>,
    /// A program in any language, instead of `use` (see [Engines](#engines)).
    pub(crate) engine: Option<EngineTable>,
    /// A Python class, instead of `use`, as `FILE:CLASS` relative to this file: `"mine.py:Mine"`. It needs the `bench` of the Python package.
    pub(crate) python: Option<Located<String>>,
    /// The time limit of a move of `python`. With a limit, the class plays in its own process, which is killed if a move takes longer; it plays the
    /// same games.
    #[key(otherwise = "unlimited, in the process of `bench`")]
    pub(crate) limit: Option<Located<Duration>>,
    /// Tags by which other tables select agents: `tag:WORD`.
    pub(crate) tags: Vec<String>,
    /// Parameters that differ from their defaults (`bench show NAME`).
    #[key(names = "parameter")]
    pub(crate) params: ParamsWire,
    /// Parameters, or options of an engine, with lists of values. Each is an axis of the grid, called `NAME.PARAMETER`.
    #[key(names = "parameter")]
    pub(crate) sweep: SweepWire,
    /// The agent's own budget, written as in `[budget]`.
    #[key(otherwise = "[budget]")]
    pub(crate) budget: Option<BudgetWire>,
    /// The identity of the class of `python`, in resolved copies.
    #[key(resolved)]
    pub(crate) identity: Option<Located<String>>,
    /// The folder of the file of `python`, in resolved copies.
    #[key(resolved)]
    pub(crate) folder: Option<String>,
}

/// A program that plays.
#[derive(Clone, Debug, Section)]
pub(crate) struct EngineTable {
    #[key(place)]
    pub(crate) at: KeyPath,
    /// The protocol that it speaks.
    #[key(required = "protocol = \"ugi\"")]
    pub(crate) protocol: Located<Word<Protocol>>,
    /// The program and its arguments, without a shell. It is started in the folder of this file. `{seed}` is replaced by a number drawn for each
    /// game.
    #[key(required = "command = [\"python3\", \"my_agent.py\"]")]
    pub(crate) command: Located<Vec<Located<String>>>,
    /// Options of UGI, UCI, USI and UAI; for GTP, commands with their arguments, sent once.
    #[key(names = "option")]
    pub(crate) options: ParamsWire,
    /// When it is started: once for each thread, or for every game.
    #[key(otherwise = "\"game\" with `{seed}` in the command, else \"worker\"")]
    pub(crate) restart: Option<Located<Word<Restart>>>,
    /// The time limit of an answer, unless the budget of a turn is a time. One second later the engine is killed.
    #[key(default = Duration::from_secs(60))]
    pub(crate) limit: Located<Duration>,
    /// The name, the version and the files of the engine, in resolved copies.
    #[key(resolved)]
    pub(crate) identity: Option<Located<String>>,
    /// The working directory of the engine, in resolved copies.
    #[key(resolved)]
    pub(crate) folder: Option<String>,
}

impl AgentTable {
    /// Whether the table names what plays, even wrongly; a wrong name is reported elsewhere.
    pub(crate) fn names_player(&self) -> bool {
        let is_read = self.used.is_some() || self.engine.is_some() || self.python.is_some();
        // To find the place of a key takes as long as the file is.
        is_read || ["use", "engine", "python"].iter().any(|key| self.at.key(key).rank().is_some())
    }

    /// An empty table at this place.
    pub(crate) fn empty(at: &KeyPath) -> AgentTable {
        AgentTable {
            at: at.clone(),
            used: None,
            engine: None,
            python: None,
            limit: None,
            tags: Vec::new(),
            params: ParamsWire::new(),
            sweep: SweepWire::new(),
            budget: None,
            identity: None,
            folder: None,
        }
    }

    pub(crate) fn given(&self) -> ParamTable<'_> {
        ParamTable { at: &self.at, params: &self.params, sweep: &self.sweep }
    }
}

/// The opponents of a candidate: `"a"`, `["a", "b"]` (in one match), or `[["a"], ["b"]]` (two comparisons). A single name may be a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Opponents(pub(crate) Vec<Located<Vec<Located<String>>>>);

impl Shape for Opponents {
    fn read(field: &Field<'_>) -> Option<Opponents> {
        let lists = field.value.as_array().filter(|items| !items.is_empty() && items.iter().all(|item| item.as_array().is_some()));
        let against: Vec<_> = match lists {
            Some(lists) => lists.iter().enumerate().filter_map(|(i, list)| Located::read(&field.item(i, list))).collect(),
            None => Located::read(field).into_iter().collect(),
        };
        (!against.is_empty()).then_some(Opponents(against))
    }

    fn toml(&self) -> Toml {
        Toml::list(self.0.iter().map(Located::toml))
    }

    fn describe(_limits: &Limits, _kinds: &[KindTable]) -> Description {
        let names: Vec<&str> = agents().iter().map(|entry| entry.name).collect();
        let schema = json!({ "anyOf": [
            { "type": "string", "examples": names },
            { "type": "array", "minItems": 1, "items": { "type": ["string", "array"], "items": { "type": "string" } } },
        ] });
        Description::value(schema, "opponent, or a list")
    }
}
