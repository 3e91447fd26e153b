//! Cells with their numbers, and the statistics that a paper may print.

use crate::experiment::{AxisValue, Cell, Role};
use crate::kinds::playout::{PlayoutCell, PlayoutSummary};
use treebench_games::ORTHODOX;
use treebench_reports::model::Interval;
use treebench_stats::{Moments, Z95};

/// A cell with its numbers.
pub(super) struct CellView<'a> {
    pub(super) cell: &'a Cell,
    pub(super) numbers: &'a PlayoutCell,
    /// Nodal states per second relative to the same cell under the orthodox view, if there is one.
    pub(super) relative: Option<f64>,
}

/// All cells in the order of the grid.
pub(super) fn all<'a>(summary: &'a PlayoutSummary<'_>) -> Vec<CellView<'a>> {
    let pairs = || summary.experiment.cells.iter().zip(&summary.cells);
    let relative = |cell: &Cell, numbers: &PlayoutCell| {
        let (_, orthodox) = pairs().find(|(other, _)| is_orthodox_of(other, cell))?;
        let ratio = numbers.states_per_second.mean() / orthodox.states_per_second.mean();
        ratio.is_finite().then_some(ratio)
    };
    pairs().map(|(cell, numbers)| CellView { cell, numbers, relative: relative(cell, numbers) }).collect()
}

/// Whether a value is that of the split strategy.
fn is_split(at: &AxisValue) -> bool {
    matches!(at.role(), Role::Setting { param } if param == "split")
}

/// Whether a cell is the orthodox view of another: the same on all axes but that of the splits.
fn is_orthodox_of(orthodox: &Cell, cell: &Cell) -> bool {
    orthodox.axes.len() == cell.axes.len()
        && orthodox.axes.iter().zip(&cell.axes).all(|(a, b)| if is_split(a) { a.value == ORTHODOX } else { a == b })
}

impl CellView<'_> {
    /// The split strategy, if it is an axis of the grid; else an empty text.
    pub(super) fn split(&self) -> &str {
        self.cell.axes.iter().find(|at| is_split(at)).map_or("", |at| &at.value)
    }

    /// A statistic by its name in files of printed values.
    pub(super) fn statistic(&self, name: &str) -> Option<Interval> {
        let numbers = self.numbers;
        let found = match name {
            "nodal-states-per-second" => interval(&numbers.states_per_second, 0),
            "playouts-per-second" => interval(&numbers.playouts_per_second, 1),
            "nodal-states" => interval(&numbers.flat.nodal, 2),
            "all-states" => interval(&numbers.flat.all, 2),
            "branching" => around(numbers.branching.value(), numbers.branching.standard_error(), 3),
            _ => return None,
        };
        (!found.value.is_nan()).then_some(found)
    }
}

/// A mean with its 95 % interval; without a width for a single number.
fn interval(moments: &Moments, decimals: u8) -> Interval {
    let error = if moments.count() < 2 { f64::NAN } else { moments.standard_error() };
    around(moments.mean(), error, decimals)
}

fn around(value: f64, error: f64, decimals: u8) -> Interval {
    let half = if error.is_nan() { 0.0 } else { Z95 * error };
    Interval { value, low: value - half, high: value + half, decimals }
}
