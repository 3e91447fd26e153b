//! Names of cells: full ones that do not depend on the rest of the grid, and short ones that distinguish them within it.

use super::{Axis, AxisValue, Cell, Experiment, Participant, Role};
use std::collections::HashMap;
use std::sync::Arc;
use treebench_games::params::ParamSpec;

impl Experiment {
    /// A name for each cell, in their order: the game, the agents with the parameters that differ from their defaults, their budgets, and
    /// the settings that differ. Unlike the values on the axes, it stays the same when the grid gets another budget or another axis. All
    /// names differ; if two cells would share one, the first digits of their keys are added.
    pub fn cell_names(&self) -> Vec<String> {
        let settings = self.kind.settings();
        let mut names: Vec<String> = self.cells.iter().map(|cell| name(cell, &settings)).collect();
        let mut counts: HashMap<String, usize> = HashMap::new();
        names.iter().for_each(|name| *counts.entry(name.clone()).or_default() += 1);
        for (name, cell) in names.iter_mut().zip(&self.cells).filter(|(name, _)| counts[name.as_str()] > 1) {
            *name += &format!(" [{}]", &cell.key.to_string()[..8]);
        }
        names
    }

    /// The short names of all cells.
    pub fn short_names(&self) -> Vec<String> {
        let names = ShortNames::new(self);
        self.cells.iter().map(|cell| names.of(cell)).collect()
    }
}

/// Short names that distinguish the cells of an experiment, for terminals: their values on the axes with more than one value, and the game if there
/// is no such axis.
pub(crate) struct ShortNames<'e> {
    /// The axes with more than one value.
    axes: Vec<&'e Arc<Axis>>,
}

impl<'e> ShortNames<'e> {
    pub(crate) fn new(experiment: &'e Experiment) -> ShortNames<'e> {
        // There are few axes, but may be many cells.
        let mut axes: Vec<(&AxisValue, bool)> = Vec::new();
        for at in experiment.cells.iter().flat_map(|cell| &cell.axes) {
            match axes.iter_mut().find(|(first, _)| is_same(&first.axis, &at.axis)) {
                Some((_, true)) => {}
                Some((first, varies)) => *varies = first.value != at.value,
                None => axes.push((at, false)),
            }
        }
        ShortNames { axes: axes.into_iter().filter(|(_, varies)| *varies).map(|(first, _)| &first.axis).collect() }
    }

    /// The name of a cell.
    pub(crate) fn of(&self, cell: &Cell) -> String {
        short(cell, |at| self.axes.iter().any(|axis| is_same(axis, &at.axis)))
    }
}

fn is_same(axis: &Arc<Axis>, other: &Arc<Axis>) -> bool {
    Arc::ptr_eq(axis, other) || axis.name == other.name
}

fn short(cell: &Cell, varies: impl Fn(&AxisValue) -> bool) -> String {
    let own = cell.axes.iter().filter(|at| at.applies() && varies(at));
    let words = own.map(|at| match at.role() {
        Role::Game | Role::Agent => at.value.clone(),
        Role::Against => format!("against {}", at.value),
        _ => format!("{} {}", at.name(), at.value),
    });
    let words: Vec<String> = words.collect();
    if words.is_empty() { cell.game.label.clone() } else { words.join(", ") }
}

fn name(cell: &Cell, settings: &[ParamSpec]) -> String {
    let game = cell.axes.iter().find(|at| *at.role() == Role::Game).map_or(&cell.game.label, |at| &at.value);
    // The axis has the name of a table, which says nothing of swept parameters.
    let game = if cell.game.label.starts_with(game.as_str()) { &cell.game.label } else { &format!("{game}: {}", cell.game.label) };
    let agents: Vec<String> = cell.participants.iter().map(agent).collect();
    let mut parts = vec![game.clone()];
    if !agents.is_empty() {
        parts.push(agents.join(" against "));
    }
    let setting = |spec: &ParamSpec| {
        let value = cell.settings.get(spec.name).filter(|value| **value != spec.default)?;
        Some(format!("{} {value}", spec.name))
    };
    parts.extend(settings.iter().filter_map(setting));
    parts.join("; ")
}

fn agent(participant: &Participant) -> String {
    if let Some(command) = participant.command_line() {
        return format!("{} = {command}, {}", participant.name, participant.budget);
    }
    let label = participant.program.label(&participant.params);
    let named = if participant.name == participant.program.name() { label } else { format!("{} = {label}", participant.name) };
    format!("{named}, {}", participant.budget)
}
