//! `[label]`: labels of names. Cells, keys and games do not depend on them.

use crate::config::wire::LabelsWire;
use std::collections::BTreeMap;

/// Labels by name: of agents, games, axes, parameters and values.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Labels(BTreeMap<String, String>);

impl Labels {
    pub(crate) fn new(wire: Option<&LabelsWire>) -> Labels {
        let labels = wire.into_iter().flat_map(|wire| &wire.0);
        Labels(labels.map(|(name, label)| (name.value.clone(), label.clone())).collect())
    }

    /// The label of a name, or the name itself.
    pub fn of<'t>(&'t self, name: &'t str) -> &'t str {
        self.0.get(name).map_or(name, String::as_str)
    }

    /// The label of a composite name: `uct exploration=0.5`, `uct, random`, `uct.exploration`.
    pub fn of_parts(&self, name: &str) -> String {
        if self.0.is_empty() || self.0.contains_key(name) {
            return self.of(name).to_owned();
        }
        for separator in [", ", " ", "=", "."] {
            // The point of a number separates nothing.
            if name.contains(separator) && !(separator == "." && name.parse::<f64>().is_ok()) {
                return name.split(separator).map(|part| self.of_parts(part)).collect::<Vec<_>>().join(separator);
            }
        }
        name.to_owned()
    }
}
