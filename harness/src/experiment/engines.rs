//! Programs that play, as an experiment knows them. Nothing is looked for or started: who they are is a [probe](super::Probes).

use super::Participant;
use super::engine_options::params;
use crate::config::wire::{EngineTable, Located, Wire};
use crate::shell;
use std::collections::BTreeMap;
use treebench_agents::engines::{ENGINE, EngineSettings};
use treebench_games::params::{Params as _, Values, resolve};

/// The command of a participant that is an engine, with its identity; `None` for others.
pub fn command_line(participant: &Participant) -> Option<String> {
    if participant.entry.name != ENGINE.name {
        return None;
    }
    let settings = EngineSettings::from_values(&participant.params).ok()?;
    let words = settings.command().ok()?;
    let who = if settings.identity.is_empty() { String::new() } else { format!(" ({})", settings.identity) };
    Some(format!("{}{who}", shell::command_line(words)))
}

/// Whether a participant is an engine of which it is not known who it is.
pub fn is_unidentified(participant: &Participant) -> bool {
    participant.entry.name == ENGINE.name
        && EngineSettings::from_values(&participant.params).is_ok_and(|settings| settings.identity.is_empty())
}

impl EngineTable {
    /// The engine with the identity that it has in its table, or else under which it is known.
    pub(crate) fn known_as(&self, identity: Option<&String>) -> EngineTable {
        let known = || identity.map(|identity| Located::new(identity.clone(), self.at.clone()));
        EngineTable { identity: self.identity.clone().or_else(known), ..self.clone() }
    }
}

/// The engines of an experiment by the names of their tables, without the options that are swept.
pub(crate) fn engines(wire: &Wire, identities: &BTreeMap<String, String>) -> BTreeMap<String, EngineSettings> {
    let tables = wire.agents.iter().filter_map(|(name, table)| Some((name, table.as_ref()?.engine.as_ref()?)));
    let settings = |(name, engine): (&String, &EngineTable)| {
        let params = engine_params(&engine.known_as(identities.get(name)))?;
        Some((name.clone(), EngineSettings::from_values(&params).ok()?))
    };
    tables.filter_map(settings).collect()
}

/// The parameters of an engine; `None` if something is wrong with them.
pub(crate) fn engine_params(engine: &EngineTable) -> Option<Values> {
    let given: Values = params(engine).into_iter().map(|(name, value)| (name, value.value)).collect();
    resolve(&(ENGINE.specs)(), &given).ok()
}
