//! `setting` of a hypothesis: the budget for which a claim is printed.

use super::{BudgetWire, STATES_AS};
use crate::config::key::{Description, KindTable, Limits};
use crate::config::layer::Part;
use crate::config::shape::{Choice as _, Field, Shape, choice};
use crate::config::toml_text::Toml;
use serde_json::json;
use treebench_agents::Budget;

/// A kind of budget, or budgets.
#[derive(Clone, Debug)]
pub(crate) enum SettingWire {
    Unit(Unit),
    Budgets(BudgetWire),
}

/// What a budget counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Unit {
    Time,
    States,
    Iterations,
}

choice! { Unit { "time" => Time, "states" => States, "iterations" => Iterations } }

impl SettingWire {
    /// Whether a budget belongs to the setting.
    pub(crate) fn holds(&self, budget: Budget) -> bool {
        match self {
            SettingWire::Unit(unit) => *unit == Unit::of(budget),
            SettingWire::Budgets(budgets) => budgets.values.iter().any(|wanted| wanted.value == budget),
        }
    }

    /// In words, as in `100000 iterations`.
    pub(crate) fn words(&self) -> String {
        match self {
            SettingWire::Unit(unit) => format!("budgets of {}", unit.word()),
            SettingWire::Budgets(budgets) => budgets.values.iter().map(|budget| budget.value.to_string()).collect::<Vec<_>>().join(" or "),
        }
    }
}

impl Unit {
    fn of(budget: Budget) -> Unit {
        match budget {
            Budget::Time(_) | Budget::Clock(_) => Unit::Time,
            Budget::States(_) => Unit::States,
            Budget::Iterations(_) => Unit::Iterations,
        }
    }
}

impl Shape for SettingWire {
    fn read(field: &Field<'_>) -> Option<SettingWire> {
        if field.value.as_dict().is_none() {
            return Unit::read(field).map(SettingWire::Unit);
        }
        let budgets = BudgetWire::read(field)?;
        if budgets.key == STATES_AS {
            let message = format!("`{STATES_AS}` depends on the machine and cannot be a setting");
            budgets.at.refuse(Part::Key, message).help("write setting = \"states\"");
            return None;
        }
        Some(SettingWire::Budgets(budgets))
    }

    fn toml(&self) -> Toml {
        match self {
            SettingWire::Unit(unit) => unit.toml(),
            SettingWire::Budgets(budgets) => budgets.toml(),
        }
    }

    fn describe(limits: &Limits, kinds: &[KindTable]) -> Description {
        let schemas = [Unit::describe(limits, kinds).schema, BudgetWire::describe(limits, kinds).schema];
        Description::value(json!({ "anyOf": schemas }), "a unit, or a budget")
    }
}
