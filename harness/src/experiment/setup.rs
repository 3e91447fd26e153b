//! The components of an experiment before its cells: games, agents and pairings.

use super::contestants::{AgentSets, Comparison, agent_sets, comparisons};
use super::games::{GameSet, game_sets};
use crate::config::wire::{ParamsWire, SweepWire, Wire};
use crate::config::{Document, Field, KeyPath, Limits, Shape};
use figment::value::{Dict, Value};
use std::collections::BTreeMap;

/// The games, the agents, and the pairings.
pub(crate) struct Setup<'w> {
    pub(crate) wire: &'w Wire,
    document: &'w Document,
    /// The identities of engines by the names of their agents.
    pub(crate) identities: &'w BTreeMap<String, String>,
    pub(crate) games: Vec<GameSet>,
    /// The agents with a table, and those only named.
    pub(crate) agents: AgentSets,
    /// Agents that take part instead of those with tables.
    pub(crate) players: Option<Players>,
    pub(crate) comparisons: Vec<Comparison>,
    /// Probable mistakes that a kind finds in its tables, with their places.
    pub(crate) caveats: Vec<(KeyPath, String)>,
}

/// Variants of agents that take part on their own.
pub(crate) struct Players {
    pub(crate) sets: AgentSets,
    /// Their tables.
    pub(crate) tables: Vec<String>,
    /// Whether other tables are left out by name.
    pub(crate) chosen: bool,
}

/// The settings that a file gives.
pub(crate) struct Settings {
    pub(crate) at: KeyPath,
    pub(crate) params: ParamsWire,
    pub(crate) sweep: SweepWire,
}

impl<'w> Setup<'w> {
    /// The games and agents of a file.
    pub(crate) fn new(document: &'w Document, identities: &'w BTreeMap<String, String>) -> Setup<'w> {
        let wire = &document.wire;
        let games = game_sets(wire, wire.grid.as_ref().map_or(&[], |grid| &grid.games));
        let agents = agent_sets(wire, identities);
        Setup { wire, document, identities, games, agents, players: None, comparisons: Vec::new(), caveats: Vec::new() }
    }

    /// Takes the pairings from `[compare]`.
    pub(crate) fn compare(&mut self) {
        self.comparisons = comparisons(self.wire, &mut self.agents);
    }

    /// The agents that take part.
    pub(crate) fn contestants(&self) -> &AgentSets {
        self.players.as_ref().map_or(&self.agents, |players| &players.sets)
    }

    /// The table with the settings of a kind: single values, and lists whose values make separate cells.
    pub(crate) fn settings(&self, name: &str) -> Settings {
        let mut settings = Settings { at: self.wire.at.key(name), params: ParamsWire::new(), sweep: SweepWire::new() };
        let Some(value) = self.document.kinds.get(name) else { return settings };
        let table = Field { value, at: settings.at.clone(), limits: &Limits::NONE };
        for (name, value) in table.table().into_iter().flatten() {
            let field = table.key(name, value);
            if value.as_array().is_some() {
                settings.sweep.extend(Shape::read(&field).map(|values| (name.clone(), values)));
            } else {
                settings.params.extend(Shape::read(&field).map(|value| (name.clone(), value)));
            }
        }
        settings
    }

    /// Whether the file has a table of the kind.
    pub(crate) fn has_table(&self, name: &str) -> bool {
        self.document.kinds.contains_key(name)
    }

    /// A table of the kind, empty if the file does not have it; `None` if it has errors.
    pub(crate) fn table<T: Shape>(&self, name: &str) -> Option<T> {
        let missing = Value::from(Dict::new());
        let value = self.document.kinds.get(name).unwrap_or(&missing);
        T::read(&Field { value, at: self.wire.at.key(name), limits: &Limits::NONE })
    }
}
