//! The components of an experiment before its cells, and how a kind's own tables change them.

use super::contestants::{AgentSets, Comparison, agent_sets, comparisons};
use super::games::{GameSet, game_sets};
use super::{AxisValue, Cell, Hypothesis, ResultRule};
use crate::config::wire::{ParamsWire, SweepWire, Wire};
use crate::config::{Document, Field, Key, KeyPath, Limits, Shape, Toml};
use figment::value::{Dict, Value};
use std::any::Any;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The tables that only one kind has, besides the one with its settings.
#[derive(Clone, Copy)]
pub struct KindTables {
    /// Their declarations.
    pub(crate) keys: &'static [Key],
    /// Whether they give the number of tasks per cell, instead of games-per-cell.
    pub(crate) count_tasks: bool,
    /// Resolves them, including the pairings. `None`, with errors, if they are invalid.
    pub(crate) resolve: for<'w> fn(&mut Setup<'w>) -> Option<Box<dyn KindSetup + 'w>>,
    /// What to write in place of tables of other kinds.
    pub(crate) instead: &'static [(&'static str, &'static str)],
    /// The rule by which results decide what is played, if they have one.
    pub(crate) rule: Option<&'static ResultRule>,
}

impl KindTables {
    /// No tables: `[compare]` has the pairings.
    pub const NONE: KindTables = KindTables {
        keys: &[],
        count_tasks: false,
        resolve: |setup| {
            setup.compare();
            Some(Box::new(()))
        },
        instead: &[],
        rule: None,
    };
}

/// The resolved tables of a kind.
pub(crate) trait KindSetup {
    /// The part of it that an experiment with these cells and hypotheses carries: see [`Experiment::own`](super::Experiment::own).
    fn value(&self, cells: &[Cell], hypotheses: &[Hypothesis]) -> Arc<dyn Any + Send + Sync>;

    /// The tables with every default filled in.
    fn tables(&self) -> Vec<(String, Toml)>;

    /// The maximum number of tasks of a cell, if the tables count them.
    fn most_per_cell(&self) -> Option<u32> {
        None
    }

    /// The names of the axes of the first participant and of the others, if they are not candidates and opponents.
    fn sides(&self) -> Option<[&'static str; 2]> {
        None
    }

    /// Whether a combination, by its values on all axes, is never played.
    fn leaves_out(&self, values: &[AxisValue]) -> bool {
        let _ = values;
        false
    }

    /// Whether combinations that an agent refuses are left out, and an agent may meet itself.
    fn tries_all(&self) -> bool {
        false
    }

    /// Checks the tables for a cell; errors are reported.
    fn supports(&self, cell: &Cell) -> bool {
        let _ = cell;
        true
    }

    /// Reports errors that concern all cells together.
    fn check(&self, setup: &Setup<'_>, cells: &[Cell], hypotheses: &[Hypothesis]) {
        let _ = (setup, cells, hypotheses);
    }
}

/// A kind without its own tables.
impl KindSetup for () {
    fn value(&self, _: &[Cell], _: &[Hypothesis]) -> Arc<dyn Any + Send + Sync> {
        Arc::new(())
    }

    fn tables(&self) -> Vec<(String, Toml)> {
        Vec::new()
    }
}

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
