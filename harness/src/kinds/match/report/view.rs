//! The grid as a reader sees it: games across, everything else down.

use crate::experiment::{Axis, AxisValue, Cell, Experiment, Role};
use crate::kinds::r#match::{CellSummary, MatchSummary};
use crate::reports::Verdict;
use crate::stats::{Moments, holm, p_value, verdict};
use std::sync::Arc;

/// The name of the axis that goes across.
pub(super) const GAME: &str = "game";

/// A cell with its numbers.
pub(super) struct Seen<'a> {
    pub(super) cell: &'a Cell,
    pub(super) summary: &'a CellSummary,
    /// The score of an even result: a fair share of 1.
    pub(super) even: f64,
    pub(super) verdict: Verdict,
    pub(super) p_value: f64,
    /// Whether the difference stands when all cells are judged together.
    pub(super) holm: bool,
}

/// The experiment, its cells with their numbers, and the grid's two directions.
pub(super) struct View<'a> {
    pub(super) experiment: &'a Experiment,
    pub(super) cells: Vec<Seen<'a>>,
    /// The games, in the order of the grid.
    pub(super) games: Vec<String>,
    /// The combinations of all other axes that vary, in the order of the grid.
    pub(super) variants: Vec<Vec<AxisValue>>,
    /// The axes with one value only, which rows need not repeat.
    pub(super) constant: Vec<AxisValue>,
}

/// The level at which the family of cells is judged.
const ALPHA: f64 = 0.05;

impl<'a> View<'a> {
    pub(super) fn new(experiment: &'a Experiment, summary: &'a MatchSummary) -> Self {
        let evens: Vec<f64> = experiment.cells.iter().map(|cell| 1.0 / cell.game.game.info().players.max(1) as f64).collect();
        let p_values: Vec<f64> = summary.cells.iter().zip(&evens).map(|(cell, &even)| p_value(&cell.scores, even)).collect();
        let stands = holm(&p_values, ALPHA);
        let constant: Vec<AxisValue> = experiment.cells.first().map_or(Vec::new(), |first| {
            let everywhere = |at: &&AxisValue| *at.role() != Role::Game && experiment.cells.iter().all(|cell| cell.axes.contains(at));
            first.axes.iter().filter(everywhere).cloned().collect()
        });
        let mut cells = Vec::new();
        let (mut games, mut variants) = (Vec::new(), Vec::new());
        for (i, (cell, summary)) in experiment.cells.iter().zip(&summary.cells).enumerate() {
            let verdict = verdict(&summary.scores, evens[i]);
            cells.push(Seen { cell, summary, even: evens[i], verdict, p_value: p_values[i], holm: stands[i] });
            push_new(&mut games, game(cell));
            push_new(&mut variants, variant(cell, &constant));
        }
        View { experiment, cells, games, variants, constant }
    }

    /// The cell at a crossing of the grid.
    pub(super) fn at(&self, game_name: &str, of: &[AxisValue]) -> Option<&Seen<'a>> {
        self.cells.iter().find(|seen| game(seen.cell) == game_name && self.variant(seen.cell) == of)
    }

    /// The cells of one variant over all games.
    pub(super) fn of_variant<'v>(&'v self, of: &'v [AxisValue]) -> impl Iterator<Item = &'v Seen<'a>> {
        self.cells.iter().filter(move |seen| self.variant(seen.cell) == of)
    }

    /// A cell's place on all axes that vary, but the game.
    pub(super) fn variant(&self, cell: &Cell) -> Vec<AxisValue> {
        variant(cell, &self.constant)
    }

    /// The axes that vary beside the game, in order.
    pub(super) fn other_axes(&self) -> Vec<Arc<Axis>> {
        let mut axes = Vec::new();
        self.variants.iter().flatten().for_each(|at| push_new(&mut axes, Arc::clone(&at.axis)));
        axes
    }

    /// The mean of the mean scores over games, with its half-width from the games' own standard errors.
    pub(super) fn grand_average<'v>(&self, cells: impl Iterator<Item = &'v Seen<'v>>) -> Option<(f64, f64)> {
        let (mut sum, mut variance, mut count) = (0.0, 0.0, 0.0);
        for seen in cells.filter(|seen| seen.summary.scores.count() > 0) {
            sum += seen.summary.scores.mean();
            variance += seen.summary.scores.standard_error().powi(2);
            count += 1.0;
        }
        (count > 0.0).then(|| (sum / count, crate::stats::Z95 * variance.sqrt() / count))
    }
}

/// A cell's game as the grid names it.
pub(super) fn game(cell: &Cell) -> String {
    cell.axes.iter().find(|at| *at.role() == Role::Game).map_or_else(|| cell.game.label.clone(), |at| at.value.clone())
}

fn variant(cell: &Cell, constant: &[AxisValue]) -> Vec<AxisValue> {
    cell.axes.iter().filter(|at| *at.role() != Role::Game && !constant.contains(at)).cloned().collect()
}

/// A variant in words: `iterations 200, candidate.fpu 0.5`, without the axes of agents that do not take part.
pub(super) fn words(variant: &[AxisValue]) -> String {
    let words: Vec<String> = variant.iter().filter(|at| at.applies()).map(|at| format!("{} {}", at.name(), at.value)).collect();
    if words.is_empty() { "the candidate".to_owned() } else { words.join(", ") }
}

/// A mean score in percent with its half-width.
pub(super) fn percent(scores: &Moments) -> (f64, f64) {
    (100.0 * scores.mean(), 100.0 * crate::stats::half_width(scores))
}

fn push_new<T: PartialEq>(list: &mut Vec<T>, item: T) {
    if !list.contains(&item) {
        list.push(item);
    }
}
