//! Cells that search the same positions, side by side.

use crate::experiment::{Axis, AxisValue, CellKey, Role};
use crate::kinds::search::{SearchCell, SearchSummary};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The agents that searched the same positions.
pub(in crate::kinds::search) struct Group<'a> {
    /// The values on the common axes.
    pub(super) axes: Vec<AxisValue>,
    /// One per agent and variant.
    pub(in crate::kinds::search) series: Vec<Series<'a>>,
    /// The index of the series that the others are compared with: that of the agent named by `baseline = "…"`, else the first.
    pub(in crate::kinds::search) baseline: usize,
    /// Whether strategies were measured, in a game of hidden information.
    pub(super) strategies: bool,
    /// What its positions come from. Groups that differ in their budgets alone search the same ones.
    pub(super) positions: CellKey,
}

/// The number of different sets of positions.
pub(super) fn position_sets<'g, 'a: 'g>(groups: impl IntoIterator<Item = &'g Group<'a>>) -> usize {
    groups.into_iter().map(|group| group.positions).collect::<BTreeSet<_>>().len()
}

/// The standard error of the mean of values with these errors, one per group. Those from the same positions count as fully correlated: their mean is as uncertain as
/// one of them.
pub(super) fn error_of_mean<'g, 'a: 'g>(errors: impl IntoIterator<Item = (&'g Group<'a>, f64)>) -> f64 {
    let (mut sums, mut count) = (BTreeMap::new(), 0.0);
    for (group, error) in errors {
        *sums.entry(group.positions).or_insert(0.0) += error;
        count += 1.0;
    }
    sums.values().map(|sum: &f64| sum * sum).sum::<f64>().sqrt() / count
}

/// The report's names for its quantities.
pub(super) struct Words {
    pub(super) optimal: &'static str,
    pub(super) difficulty: &'static str,
    /// The name of the difficulty.
    pub(super) doc: &'static str,
}

impl Words {
    /// The words for these groups; those for positions if there are both.
    pub(super) fn of<'g, 'a: 'g>(groups: impl IntoIterator<Item = &'g Group<'a>>) -> Words {
        if groups.into_iter().all(|group| group.strategies) {
            Words {
                optimal: "strategies near an equilibrium",
                difficulty: "exploitability",
                doc: "average gain of a player who switches to a best response to the strategy of one search, on average over searches",
            }
        } else {
            Words { optimal: "optimal moves", difficulty: "difficulty", doc: "of the position after the move, for the player who made it" }
        }
    }
}

/// An agent, or a variant of one.
pub(in crate::kinds::search) struct Series<'a> {
    /// Its name with its swept parameters.
    pub(super) name: String,
    /// The name of its table.
    pub(super) agent: &'a str,
    /// The label of that name.
    pub(super) label: &'a str,
    /// Its swept parameters.
    pub(super) swept: Vec<AxisValue>,
    pub(in crate::kinds::search) cell: &'a SearchCell,
}

/// The groups in the order of the grid.
pub(in crate::kinds::search) fn groups<'a>(summary: &'a SearchSummary<'_>) -> Vec<Group<'a>> {
    let mut groups: Vec<Group<'a>> = Vec::new();
    for (cell, numbers) in summary.experiment.cells.iter().zip(&summary.cells) {
        let Some(agent) = cell.participants.first().map(|agent| agent.name.as_str()) else { continue };
        let (own, common): (Vec<&AxisValue>, Vec<&AxisValue>) =
            cell.axes.iter().filter(|at| at.applies()).partition(|at| is_own(at, agent));
        let label = summary.experiment.labels.of(agent);
        let swept: Vec<AxisValue> = own.into_iter().filter(|at| at.role().param().is_some()).cloned().collect();
        let series = Series { name: name(label, &swept), agent, label, swept, cell: numbers };
        let axes: Vec<AxisValue> = common.into_iter().map(shortened).collect();
        match groups.iter_mut().find(|group| group.axes == axes) {
            Some(group) => group.series.push(series),
            None => groups.push(Group {
                axes,
                series: vec![series],
                baseline: 0,
                strategies: cell.game.game.info().hidden,
                positions: cell.seeding.key,
            }),
        }
    }
    for group in &mut groups {
        group.baseline = summary
            .experiment
            .baseline
            .as_ref()
            .and_then(|baseline| group.series.iter().position(|series| series.agent == baseline))
            .unwrap_or(0);
    }
    groups
}

/// Whether an axis belongs to the agent: its name, or one of its swept parameters.
fn is_own(at: &AxisValue, agent: &str) -> bool {
    *at.role() == Role::Agent || at.role().agent() == Some(agent)
}

/// The swept axis of a game, `GAME.PARAMETER`, without the game, so that several games share a column.
fn shortened(at: &AxisValue) -> AxisValue {
    let Some(param) = at.role().param() else { return at.clone() };
    let short = at.axis.short.clone();
    at.moved(&Arc::new(Axis { name: param.to_owned(), label: short.clone(), short, role: at.role().clone() }))
}

fn name(agent: &str, swept: &[AxisValue]) -> String {
    let swept: Vec<String> = swept.iter().map(|at| format!("{} {}", at.axis.short, at.label)).collect();
    if swept.is_empty() { agent.to_owned() } else { format!("{agent}, {}", swept.join(", ")) }
}
