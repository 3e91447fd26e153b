//! `[only]` and `[[exclude]]`: which combinations of the grid become cells.

use super::axes::{Axes, GridAxis};
use super::{AxisValue, Cell, Role};
use crate::config::wire::{ConditionsWire, Located};
use crate::config::{KeyPath, Part, matches};
use std::collections::BTreeSet;
use treebench_games::games;
use treebench_games::names::nearest;
use treebench_games::params::Value;

/// The maximum number of an axis's values in a message.
const LISTED: usize = 12;

/// Indices of axes with the values that are selected on each; all conditions must hold.
pub(crate) struct Conditions(Vec<(usize, Vec<Value>)>);

impl Conditions {
    /// Checks that every condition names an axis and a value on it.
    pub(crate) fn new(wire: &ConditionsWire, axes: &Axes) -> Conditions {
        let mut conditions = Vec::new();
        for (axis, values) in &wire.0 {
            let Some(index) = axes.find(&axis.value) else {
                let known: Vec<&str> = axes.list.iter().map(|axis| axis.axis.name.as_str()).collect();
                // A parameter without its agent is nearly always that of the only agent that has it.
                let of_agent = known.iter().copied().find(|name| name.rsplit('.').next() == Some(&axis.value));
                let labels = axes.list.iter().map(|GridAxis { axis, .. }| (axis.label.as_str(), axis.name.as_str()));
                let shorts = axes.list.iter().map(|GridAxis { axis, .. }| (axis.short.as_str(), axis.name.as_str()));
                let meant = of_agent.or_else(|| labelled(&axis.value, labels.chain(shorts))).unwrap_or(&axis.value);
                let mut error = axis.at.refuse(Part::Key, format!("`{}` is not an axis of the grid", axis.value));
                // An agent has one axis or several.
                let is_own = |name: &&str| name.strip_prefix(axis.value.as_str()).is_some_and(|rest| rest.starts_with('.'));
                let own: Vec<String> = known.iter().copied().filter(is_own).map(|name| format!("`{name}`")).collect();
                match &own[..] {
                    [] => error.suggest(meant, known.iter().copied()),
                    own => error.help(format_args!("did you mean {}?", own.join(" or "))).suggest("", known.iter().copied()),
                };
                continue;
            };
            let known = &axes.list[index].values;
            let is_game = axes.list[index].axis.role == Role::Game;
            // A narrowed grid may lack games that an [[exclude]] of the file names.
            let elsewhere = |value: &Value| is_game && matches!(value, Value::Text(name) if games().find(name).is_ok());
            for value in values.iter().filter(|value| !known.iter().any(|k| meant(&value.value, k)) && !elsewhere(&value.value)) {
                let mut listed: Vec<&str> = known.iter().take(LISTED).map(|k| k.value.as_str()).collect();
                if known.len() > LISTED {
                    listed.push("…");
                }
                let text = value.value.to_string();
                let message = format!("`{text}` is not on the axis `{}`", axis.value);
                let meant = labelled(&text, known.iter().map(|known| (known.label.as_str(), known.value.as_str())));
                if let Some(name) = meant.filter(|name| !listed.contains(name)) {
                    listed.insert(0, name);
                }
                value.at.refuse(Part::Value, message).suggest(meant.unwrap_or(&text), listed);
            }
            conditions.push((index, values.iter().map(|value| value.value.clone()).collect()));
        }
        Conditions(conditions)
    }

    /// Whether they hold for the cell with these values (one per axis).
    pub(crate) fn hold(&self, values: &[AxisValue]) -> bool {
        let holds = |(axis, wanted): &(usize, Vec<Value>)| wanted.iter().any(|wanted| meant(wanted, &values[*axis]));
        self.0.iter().all(holds)
    }

    /// Whether they hold for a cell.
    pub(crate) fn hold_for(&self, cell: &Cell, axes: &Axes) -> bool {
        let holds = |(axis, wanted): &(usize, Vec<Value>)| {
            value_of(cell, &axes.list[*axis]).is_some_and(|value| wanted.iter().any(|wanted| meant(wanted, value)))
        };
        self.0.iter().all(holds)
    }

    /// Values that are on none of the axes, such as games that are not in the grid: the place of each, and the values of its axis.
    pub(crate) fn absent(wire: &ConditionsWire, axes: &Axes) -> Vec<(KeyPath, String)> {
        let axis = |name: &Located<String>| axes.find(&name.value).map(|index| &axes.list[index]);
        let pairs = wire.0.iter().filter_map(|(name, values)| Some((axis(name)?, values)));
        let absent = |(axis, values): (&GridAxis, &Vec<Located<Value>>)| {
            let absent = values.iter().filter(|value| !axis.values.iter().any(|known| meant(&value.value, known)));
            absent.map(|value| (value.at.clone(), axis.without(&value.value.to_string()))).collect::<Vec<_>>()
        };
        pairs.flat_map(absent).collect()
    }

    /// Whether they name an axis.
    pub(crate) fn name(&self, axis: usize) -> bool {
        self.0.iter().any(|(named, _)| *named == axis)
    }

    /// The place of a cell on the axes that they name.
    pub(crate) fn place<'a>(&self, cell: &'a Cell, axes: &'a Axes) -> Vec<&'a str> {
        self.0.iter().map(|(axis, _)| value_of(cell, &axes.list[*axis]).map_or("", |value| value.value.as_str())).collect()
    }
}

/// The name with this label, or with the nearest one. Readers of a report know labels, and conditions take names.
fn labelled<'a>(text: &str, labels: impl Iterator<Item = (&'a str, &'a str)> + Clone) -> Option<&'a str> {
    let near = nearest(text, labels.clone().filter(|(label, name)| label != name).map(|(label, _)| label))?;
    labels.clone().find(|(label, _)| *label == near).map(|(_, name)| name)
}

impl GridAxis {
    /// The message that a value is not on the axis, with the nearest value or the first ones.
    fn without(&self, value: &str) -> String {
        let known = || self.values.iter().map(|known| known.value.as_str());
        // Games of a rules language have its name in front.
        let twin = known().find(|known| known.rsplit_once('/').is_some_and(|(_, short)| short == value));
        let labels = self.values.iter().map(|known| (known.label.as_str(), known.value.as_str()));
        let hint = match twin.or_else(|| labelled(value, labels)).or_else(|| nearest(value, known())) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("its values are {}", known().take(LISTED).collect::<Vec<_>>().join(", ")),
        };
        format!("`{value}` is not on the axis `{}`; {hint}", self.axis.name)
    }
}

impl Axes {
    /// The axes of opponents, games, settings and shared budgets on which two groups of cells have different values.
    pub(crate) fn confounded<'a>(&'a self, sides: &'a [Vec<&Cell>; 2]) -> impl Iterator<Item = usize> + 'a {
        let shared = |role: &Role| matches!(role, Role::Against | Role::Game | Role::Setting { .. } | Role::Budget { agent: None, .. });
        let values = |side: &[&Cell], axis: &GridAxis| -> BTreeSet<String> {
            side.iter().filter_map(|cell| value_of(cell, axis)).map(|at| at.value.clone()).collect()
        };
        let [ours, theirs] = sides;
        let differ = move |axis: &GridAxis| shared(&axis.axis.role) && values(ours, axis) != values(theirs, axis);
        let both = !ours.is_empty() && !theirs.is_empty();
        (0..self.list.len()).filter(move |&axis| both && differ(&self.list[axis]))
    }
}

/// A cell's value on an axis. It leaves out axes with one value only.
fn value_of<'a>(cell: &'a Cell, GridAxis { axis, values, .. }: &'a GridAxis) -> Option<&'a AxisValue> {
    cell.axes.iter().find(|at| at.axis == *axis).or(values.first())
}

/// Whether a condition selects this value of the axis. Numbers are compared as numbers; a text may be a pattern.
fn meant(wanted: &Value, value: &AxisValue) -> bool {
    match wanted {
        Value::Int(i) => value.number() == Some(*i as f64),
        Value::Float(x) => value.number() == Some(*x),
        Value::Bool(b) => value.value == b.to_string(),
        Value::Text(text) => matches(text, &value.value),
    }
}
