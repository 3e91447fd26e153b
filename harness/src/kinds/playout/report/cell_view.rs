//! Cells with their numbers, and the statistics that a paper may print.

use crate::experiment::{AxisValue, Cell, Role};
use crate::kinds::playout::{PlayoutCell, PlayoutSummary};
use treebench_games::ORTHODOX;
use treebench_reports::model::{self, Interval};
use treebench_stats::{ENOUGH_SKEWED, Gap, Moments};

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
    pub(super) fn statistic(&self, name: &str) -> Option<Statistic> {
        let (_, of) = STATISTICS.iter().find(|(known, _)| *known == name)?;
        let found = of(self.numbers);
        (!found.interval.value.is_nan()).then_some(found)
    }
}

/// How a statistic is computed.
type Formula = fn(&PlayoutCell) -> Statistic;

/// All statistics by their names.
pub(super) const STATISTICS: [(&str, Formula); 5] = [
    ("nodal-states-per-second", |numbers| Statistic::mean(&numbers.states_per_second, 0).of_blocks()),
    ("playouts-per-second", |numbers| {
        let speed = &numbers.playouts_per_second;
        Statistic::mean(speed, if speed.mean() < MANY { 1 } else { 0 }).of_blocks()
    }),
    ("nodal-states", |numbers| Statistic::mean(&numbers.flat.nodal, 2)),
    ("all-states", |numbers| Statistic::mean(&numbers.flat.all, 2)),
    ("branching", |numbers| {
        let branching = &numbers.branching;
        Statistic::new(branching.value(), branching.standard_error(), branching.count, 3)
    }),
];

/// As many playouts per second are shown as a whole number.
const MANY: f64 = 1000.0;

/// With fewer blocks, a standard error is too uncertain to decide anything. The speed of a block is a mean over its games, which is hardly skewed.
const LEAST_BLOCKS: u64 = 5;

/// A mean of random games, or of blocks.
#[derive(Clone, Copy)]
pub(super) struct Statistic {
    /// With the 95 % interval by Student's distribution, of which nothing lies below 0; without a width for a single value.
    pub(super) interval: Interval,
    /// The number of values.
    values: u64,
    /// With fewer of them it decides nothing.
    least: u64,
}

impl Statistic {
    fn mean(moments: &Moments, decimals: u8) -> Statistic {
        Statistic::new(moments.mean(), moments.standard_error(), moments.count(), decimals)
    }

    fn new(value: f64, error: f64, values: u64, decimals: u8) -> Statistic {
        let freedom = values.saturating_sub(1) as f64;
        let half = if values < 2 { 0.0 } else { Gap { value, error, freedom }.half() };
        Statistic { interval: Interval { value, low: (value - half).max(0.0), high: value + half, decimals }, values, least: ENOUGH_SKEWED }
    }

    /// The same of the means of blocks.
    fn of_blocks(self) -> Statistic {
        Statistic { least: LEAST_BLOCKS, ..self }
    }

    /// Whether its interval decides anything.
    pub(super) fn decides(&self) -> bool {
        self.values >= self.least
    }

    /// In a sentence. A single value has no interval.
    pub(super) fn words(&self) -> String {
        let Interval { value, low, high, decimals } = self.interval;
        let shown = |x: f64| format!("{x:.*}", usize::from(decimals));
        if self.values < 2 { shown(value) } else { format!("{} [{}, {}]", shown(value), shown(low), shown(high)) }
    }

    /// For a table. A single value has no interval.
    pub(super) fn cell(&self) -> model::Cell {
        let Interval { value, decimals, .. } = self.interval;
        if self.values < 2 { model::Cell::number(value, decimals) } else { model::Cell::Interval(self.interval) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[f64]) -> Statistic {
        let mut moments = Moments::default();
        values.iter().for_each(|value| moments.push(*value));
        Statistic::mean(&moments, 1)
    }

    /// Student 1908: of four degrees of freedom, 2.5 % lie above 2.776; the standard error of 8, 9, 7, 9, 7 is √(1/5).
    #[test]
    fn few_games_have_wide_intervals_and_decide_nothing() {
        let five = of(&[8.0, 9.0, 7.0, 9.0, 7.0]);
        assert!((five.interval.high - 8.0 - 2.776 * 0.2f64.sqrt()).abs() < 1e-3, "{:?}", five.interval);
        assert!(!five.decides() && five.of_blocks().decides() && !of(&[8.0, 9.0, 7.0, 9.0]).of_blocks().decides());
        assert_eq!(of(&[8.0]).cell(), model::Cell::number(8.0, 1));
        // Of a hundred values that are all the same, more than a twentieth differ with a probability of 0.6 % (0.95¹⁰⁰).
        assert!(!of(&[8.0]).decides() && !of(&[8.0; 99]).decides() && of(&[8.0; 100]).decides());
    }
}
