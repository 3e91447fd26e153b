//! What is wrong with labels.

use super::Labels;
use super::axes::Axes;
use super::axis::AxisValue;
use crate::config::Part;
use crate::config::wire::LabelsWire;
use std::collections::{BTreeMap, BTreeSet};

/// Reports unused labels, labels that are other names, and names of one axis with the same label. Labels of missing numbers are allowed: a profile
/// may sweep others. `registered` has the registered name of every agent and game of the experiment.
pub(crate) fn check(wire: &LabelsWire, labels: &Labels, axes: &Axes, agents: &[&str], registered: &BTreeMap<&str, &str>) {
    let mut known: BTreeSet<&str> = agents.iter().copied().collect();
    for axis in &axes.list {
        known.insert(&axis.axis.name);
        known.extend(axis.axis.role.param());
        known.extend(axis.values.iter().map(|at| at.value.as_str()));
    }
    for (name, _) in &wire.0 {
        if !known.contains(name.value.as_str()) && name.value.parse::<f64>().is_err() {
            let message = format!("no agent, game, axis or value is named `{}`", name.value);
            // Of numbers there may be many, and any may have a label.
            let names = known.iter().copied().filter(|name| name.parse::<f64>().is_err());
            name.at.refuse(Part::Key, message).suggest(&name.value, names);
        }
    }
    let values: BTreeSet<&str> =
        axes.list.iter().flat_map(|axis| &axis.values).map(|at| at.value.as_str()).chain(agents.iter().copied()).collect();
    // A label that is another's name but for case or spaces is taken for it.
    let taken: BTreeSet<String> = values.iter().map(|value| folded(value)).collect();
    for (name, label) in wire.0.iter().filter(|(name, label)| name.value != *label) {
        let alike = taken.contains(&folded(label)) && folded(label) != folded(&name.value);
        let is_other = |other: &str| other == label && registered.get(name.value.as_str()).is_none_or(|own| *own != other);
        let elsewhere =
            treebench_agents::agents().iter().map(|entry| entry.name).chain(treebench_games::games().iter().map(|entry| entry.name));
        if alike || values.contains(label.as_str()) || elsewhere.into_iter().any(is_other) {
            let message = format!("the label `{label}` of `{}` is already the name of something else", name.value);
            name.at.refuse(Part::Value, message).help("give it another label");
        }
    }
    for axis in &axes.list {
        for (place, at) in axis.values.iter().enumerate() {
            let is_own = |of: &AxisValue| of.label == of.value;
            let alike =
                |other: &&AxisValue| other.label == at.label || !(is_own(at) && is_own(other)) && folded(&other.label) == folded(&at.label);
            if let Some(other) = axis.values[..place].iter().find(alike) {
                let labelled = wire.0.iter().find(|(name, _)| *labels.of(&name.value) == at.label);
                let but = if other.label == at.label { "" } else { " but for case and spaces" };
                let message = format!("`{}` and `{}` have the same label `{}`{but}", other.value, at.value, at.label);
                labelled.map_or(&wire.1, |(name, _)| &name.at).refuse(Part::Value, message).help("give them different labels");
            }
        }
    }
}

/// A name without the differences that a reader overlooks.
fn folded(name: &str) -> String {
    name.chars().filter(|char| !char.is_whitespace()).flat_map(char::to_lowercase).collect()
}
