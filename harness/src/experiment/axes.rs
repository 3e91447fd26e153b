//! The axes of the grid: what they are called, in which order they stand, which values they have.

use super::AxisValue;
use super::contestants::{AgentSet, AgentSets, Comparison};
use super::games::GameSet;
use super::variants::{Swept, Variant};
use crate::config::wire::BudgetWire;
use std::collections::BTreeMap;
use treebench_agents::Budget;
use treebench_games::params::Value;

/// What a cell shows on an axis that its comparison does not have.
pub(super) const NOTHING: &str = "–";

/// One axis.
pub(crate) struct Axis {
    pub(crate) name: String,
    /// All values that occur.
    pub(crate) values: Vec<AxisValue>,
    /// Whether cells do not show it, because it has one value only and that is no news.
    hidden: bool,
}

/// All axes, in the order in which cells list them.
pub(crate) struct Axes(pub(crate) Vec<Axis>);

impl Axes {
    /// The axes of an experiment: who plays, games, their sweeps, the kind's settings, budget, the agents' sweeps.
    pub(crate) fn new(
        comparisons: &[Comparison],
        games: &[GameSet],
        (kind, settings): (&str, &[Variant]),
        agents: &AgentSets,
        budget: Option<&BudgetWire>,
    ) -> Axes {
        let mut axes = Axes(Vec::new());
        let first = candidate_axis(comparisons);
        for comparison in comparisons.iter().filter(|comparison| !comparison.participants.is_empty()) {
            axes.add(first, [text_value(first, &comparison.participants[0])]);
        }
        for comparison in comparisons.iter().filter(|comparison| comparison.participants.len() > 1) {
            axes.add("against", [text_value("against", &opponents(comparison))]);
        }
        for axis in &mut axes.0 {
            axis.hidden = axis.values.len() == 1;
        }
        axes.add("game", games.iter().map(|game| text_value("game", &game.name)));
        for game in games {
            axes.add_sweeps(&game.name, game.variants.iter().map(|variant| &variant.variant));
        }
        axes.add_sweeps(kind, settings.iter());
        let sets = comparisons.iter().flat_map(|comparison| &comparison.participants).filter_map(|name| agents.get(name)?.as_ref());
        let sets: Vec<&AgentSet> = sets.collect();
        if let Some(budget) = budget.filter(|_| sets.iter().any(|set| set.budget.is_none())) {
            axes.add(budget.key, budget.values.iter().map(|value| budget_value(budget.key, value.value)));
        }
        for set in sets {
            if let Some(budget) = &set.budget {
                let name = format!("{}.{}", set.name, budget.key);
                axes.add(&name, budget.values.iter().map(|value| budget_value(&name, value.value)));
            }
            axes.add_sweeps(&set.name, set.variants.iter().map(|variant| &variant.variant));
        }
        axes
    }

    fn add(&mut self, name: &str, values: impl IntoIterator<Item = AxisValue>) {
        let index = self.find(name).unwrap_or_else(|| {
            self.0.push(Axis { name: name.to_owned(), values: Vec::new(), hidden: false });
            self.0.len() - 1
        });
        let known = self.0[index].values.len();
        for value in values {
            // Within one call values differ or are duplicates that will be refused; looking only at earlier calls keeps long sweeps fast.
            if !self.0[index].values[..known].contains(&value) {
                self.0[index].values.push(value);
            }
        }
    }

    fn add_sweeps<'a>(&mut self, table: &str, variants: impl Iterator<Item = &'a Variant>) {
        let mut names: Vec<String> = Vec::new();
        let mut values: BTreeMap<(usize, usize), AxisValue> = BTreeMap::new();
        for variant in variants {
            for (column, swept) in variant.swept.iter().enumerate() {
                if column == names.len() {
                    names.push(format!("{table}.{}", swept.name));
                }
                values.entry((column, swept.index)).or_insert_with(|| swept_value(&names[column], swept));
            }
        }
        for (column, name) in names.iter().enumerate() {
            let values: Vec<_> = values.range((column, 0)..(column + 1, 0)).map(|(_, value)| value.clone()).collect();
            if self.find(name).is_none() {
                self.add(name, values);
            }
        }
    }

    /// The index of an axis.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.0.iter().position(|axis| axis.name == name)
    }

    /// Puts values into the order of the axes, hidden ones included.
    pub(crate) fn arrange(&self, values: Vec<AxisValue>) -> Vec<AxisValue> {
        let mut arranged: Vec<Option<AxisValue>> = vec![None; self.0.len()];
        for value in values {
            if let Some(index) = self.find(&value.axis) {
                arranged[index] = Some(value);
            }
        }
        let filled = arranged.into_iter().zip(&self.0);
        filled.map(|(value, axis)| value.unwrap_or_else(|| text_value(&axis.name, NOTHING))).collect()
    }

    /// What cells show of arranged values.
    pub(crate) fn visible(&self, values: &[AxisValue]) -> Vec<AxisValue> {
        values.iter().zip(&self.0).filter(|(_, axis)| !axis.hidden).map(|(value, _)| value.clone()).collect()
    }
}

/// What the axis of the first participant is called.
pub(crate) fn candidate_axis(comparisons: &[Comparison]) -> &'static str {
    if comparisons.iter().any(|comparison| comparison.participants.len() > 1) { "candidate" } else { "agent" }
}

/// The opponents as one text.
pub(crate) fn opponents(comparison: &Comparison) -> String {
    comparison.participants[1..].join(", ")
}

/// A value that is a word.
pub(crate) fn text_value(axis: &str, value: &str) -> AxisValue {
    AxisValue { axis: axis.to_owned(), value: value.to_owned(), number: None }
}

/// A value of a swept parameter.
pub(crate) fn swept_value(axis: &str, swept: &Swept) -> AxisValue {
    let number = match swept.value {
        Value::Int(i) => Some(i as f64),
        Value::Float(x) => Some(x),
        Value::Bool(_) | Value::Text(_) => None,
    };
    AxisValue { axis: axis.to_owned(), value: swept.value.to_string(), number }
}

/// A budget; times are numbers in seconds.
pub(crate) fn budget_value(axis: &str, budget: Budget) -> AxisValue {
    let (value, number) = match budget {
        Budget::Iterations(n) | Budget::States(n) => (n.to_string(), n as f64),
        Budget::Time(time) => (crate::config::budget_text(budget).trim_matches('"').to_owned(), time.as_secs_f64()),
    };
    AxisValue { axis: axis.to_owned(), value, number: Some(number) }
}
