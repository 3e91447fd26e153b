//! Estimates the cost of tasks from others.

use crate::experiment::{AxisValue, Cell};
use treebench_agents::Budget;

/// The budgets of a cell, added up in a unit of their own.
pub fn work(cell: &Cell) -> f64 {
    let of = |budget: Budget| match budget {
        Budget::Time(time) => time.as_secs_f64(),
        Budget::Clock(control) => control.base.as_secs_f64(),
        Budget::Iterations(number) | Budget::States(number) => number as f64,
    };
    cell.participants.iter().map(|participant| of(participant.budget)).sum()
}

/// The cost of a task of a cell, estimated from other cells: of the same game if any, in proportion to budgets of the same unit. A state of one game
/// may take a thousand times as long as one of another, so other games are used unscaled. `None` without a sample.
pub fn estimated(cell: &Cell, sample: &[(&Cell, f64)]) -> Option<f64> {
    let unit = |cell: &Cell| cell.participants.first().map(|participant| std::mem::discriminant(&participant.budget));
    let same_game = |other: &Cell| other.game.label == cell.game.label;
    let same_unit = |other: &Cell| unit(other) == unit(cell) && work(other) > 0.0;
    let elsewhere = |other: &Cell| {
        let rest = |cell: &Cell| -> Vec<AxisValue> { cell.axes.iter().filter(|at| at.name() != "game").cloned().collect() };
        rest(other) == rest(cell)
    };
    let scaled = |fits: &dyn Fn(&Cell) -> bool| {
        let fitting = sample.iter().filter(|(other, _)| fits(other) && same_unit(other));
        typical(fitting.map(|(other, seconds)| seconds * work(cell) / work(other)))
    };
    let plain = |fits: &dyn Fn(&Cell) -> bool| typical(sample.iter().filter(|(other, _)| fits(other)).map(|(_, seconds)| *seconds));
    let by_game = scaled(&same_game).or_else(|| plain(&same_game));
    by_game.or_else(|| plain(&elsewhere)).or_else(|| scaled(&|_| true)).or_else(|| plain(&|_| true))
}

/// The geometric mean, which one slow game does not decide; `None` of nothing.
fn typical(seconds: impl Iterator<Item = f64>) -> Option<f64> {
    let logs: Vec<f64> = seconds.map(|seconds| seconds.max(1e-9).ln()).collect();
    (!logs.is_empty()).then(|| (logs.iter().sum::<f64>() / logs.len() as f64).exp())
}

/// The seconds of all tasks that the cells lack, by the tasks that each has and the seconds that these took: as long as those of the same cell, and
/// where there are none, as [`estimated`] from the others. `None` if no task was played.
pub fn missing(cells: &[Cell], spent: &[(u32, f64)], tasks_per_cell: u32) -> Option<f64> {
    let each = |&(tasks, seconds): &(u32, f64)| (tasks > 0).then(|| seconds / f64::from(tasks));
    let sample: Vec<(&Cell, f64)> = cells.iter().zip(spent).filter_map(|(cell, spent)| Some((cell, each(spent)?))).collect();
    if sample.is_empty() {
        return None;
    }
    let lacks = cells.iter().zip(spent).filter(|(_, spent)| spent.0 < tasks_per_cell);
    lacks
        .map(|(cell, spent)| Some(each(spent).or_else(|| estimated(cell, &sample))? * f64::from(tasks_per_cell - spent.0)))
        .sum::<Option<f64>>()
        .map(|seconds| seconds.max(0.0))
}
