//! `engine = { … }` → the settings of an engine, and its options; swept options make variants like other parameters.

use super::variants::{Variant, check_size, sweep};
use crate::config::wire::{AgentTable, EngineTable, Located, ParamTable, SweepWire, Wire};
use crate::config::{Part, Word};
use std::collections::BTreeMap;
use std::path::Path;
use treebench_agents::engines::{EngineSettings, Restart, SEED};
use treebench_games::params::Values;

impl EngineTable {
    /// The engine's settings without swept options.
    pub(crate) fn settings(&self) -> EngineSettings {
        EngineSettings {
            protocol: self.protocol.value.0,
            command: self.command.value.iter().map(|word| word.value.clone()).collect(),
            options: self.options.iter().map(|(name, value)| (name.clone(), value.value.clone())).collect(),
            restart: self.restart().value,
            limit: self.limit.value,
            identity: self.identity.as_ref().map_or_else(String::new, |identity| identity.value.clone()),
            folder: self.folder(),
        }
    }

    /// When it is started: by default for every game if its command has a seed.
    fn restart(&self) -> Located<Restart> {
        let seeded = self.command.value.iter().any(|word| word.value.contains(SEED));
        let default = || Located::new(if seeded { Restart::Game } else { Restart::Worker }, self.at.clone());
        self.restart.clone().map_or_else(default, |given| given.map(|word| word.0))
    }

    /// Its working directory: the folder of the file that names it, or that of a resolved copy.
    fn folder(&self) -> String {
        let here = || {
            let folder = self.at.folder();
            let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
            folder.canonicalize().unwrap_or_else(|_| folder.to_owned()).to_string_lossy().into_owned()
        };
        self.folder.clone().unwrap_or_else(here)
    }

    /// The table with every default filled in.
    pub(crate) fn resolved(&self) -> EngineTable {
        EngineTable { restart: Some(self.restart().map(Word)), folder: Some(self.folder()), ..self.clone() }
    }

    /// The engine with the identity in its table, or else its known one.
    pub(crate) fn known_as(&self, identity: Option<&String>) -> EngineTable {
        let known = || identity.map(|identity| Located::new(identity.clone(), self.at.clone()));
        EngineTable { identity: self.identity.clone().or_else(known), ..self.clone() }
    }
}

/// The engines of an experiment by the names of their tables.
pub(crate) fn engines(wire: &Wire, identities: &BTreeMap<String, String>) -> BTreeMap<String, EngineSettings> {
    let tables = wire.agents.iter().filter_map(|(name, table)| Some((name, table.as_ref()?.engine.as_ref()?)));
    tables.map(|(name, engine)| (name.clone(), engine.known_as(identities.get(name)).settings())).collect()
}

/// All variants of the options of an engine; empty if its table has errors.
pub(crate) fn option_variants(engine: &EngineTable, table: &AgentTable) -> Vec<Variant> {
    if !check_size(table.given()) {
        return Vec::new();
    }
    let settings = engine.settings();
    if let Err(error) = settings.check() {
        engine.at.key(&error.param).refuse(Part::Value, error.message);
        return Vec::new();
    }
    let given = ParamTable { at: &table.at, params: &engine.options, sweep: &table.sweep };
    sweep(&settings.options, given, "options", |_, value, _| Some(value.value.clone()))
}

/// The values of swept options at which an engine's identity is probed, with a description and the fixed options: the first values of all, then every
/// other value with the first of the rest.
pub(crate) fn tried(sweep: &SweepWire, options: &Values) -> Vec<(String, Values)> {
    let first: Vec<usize> = vec![0; sweep.len()];
    let others = sweep.iter().enumerate().flat_map(|(place, (_, values))| {
        let first = &first;
        (1..values.value.len()).map(move |index| first.iter().enumerate().map(|(i, &n)| if i == place { index } else { n }).collect())
    });
    let at = |indices: Vec<usize>| {
        let (mut options, mut words) = (options.clone(), Vec::new());
        for ((name, values), index) in sweep.iter().zip(indices) {
            let Some(value) = values.value.get(index) else { continue };
            options.set(name.clone(), value.value.clone());
            words.push(format!("{name} = {}", value.value));
        }
        (words.join(", "), options)
    };
    [first.clone()].into_iter().chain(others).map(at).collect()
}
