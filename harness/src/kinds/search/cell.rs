//! A cell in a results file: everything that a report needs, without single searches.

use super::paired_difference::Differences;
use super::repeats::Repeats;
use super::summary::SearchCell;
use crate::experiment::Cell;
use crate::saved::PackedColumn;
use crate::store::record;
use treebench_stats::{Moments, Ratio};

record! {
    /// The results of a cell of searches. The moments of numbers are their count, their sum, and the sum of their squares.
    pub(super) struct CellRecord {
        /// Searches that do not count.
        failures: u64,
        /// Why the first of them does not.
        message: String,
        /// The moments of the area under the curve, over the searches that count.
        area: PackedColumn<Moments>,
        /// Per checkpoint: searches that would have played an optimal move.
        optimal: Vec<u64>,
        /// Per checkpoint: the moments of the difficulty after the move; empty if the game has none.
        difficulty: PackedColumn<Moments>,
        /// Per checkpoint: nodes, all searches together.
        nodes: Vec<u64>,
        /// Per checkpoint: nodal states, all searches together.
        states: Vec<u64>,
        /// Per checkpoint: wall time, all searches together.
        micros: Vec<u64> [.unit("µs").measured()],
        /// The differences to the baseline on the same positions, in optimal moves, area and difficulty. For each: batches, the sums of
        /// differences and of positions, of their squares, and of their products.
        pairs: PackedColumn<Ratio>,
        /// Different searches among those that count: a search repeats another if both find the same in the same position.
        different: u64 [.added()],
        /// The hashes of the positions of the different searches and of what was found there, in turn, if they are kept.
        hashes: Vec<u64> [.added()],
    }
}

impl CellRecord {
    pub(super) fn of(cell: &SearchCell, pairs: &Differences) -> CellRecord {
        let points = &cell.points;
        let has_difficulty = cell.last().is_some_and(|last| last.difficulty.count() > 0);
        let difficulties = if has_difficulty { &points[..] } else { &[] };
        let (different, hashes) = cell.repeats.kept();
        CellRecord {
            failures: cell.failed,
            message: cell.message.clone(),
            area: PackedColumn::one(cell.area),
            optimal: points.iter().map(|point| point.found).collect(),
            difficulty: difficulties.iter().map(|point| point.difficulty).collect(),
            nodes: points.iter().map(|point| point.nodes).collect(),
            states: points.iter().map(|point| point.states).collect(),
            micros: points.iter().map(|point| point.micros).collect(),
            pairs: PackedColumn(vec![pairs.optimal, pairs.area, pairs.difficulty]),
            different,
            hashes,
        }
    }

    /// The summary that it encodes, without the batches of its searches.
    ///
    /// # Errors
    /// The name of a column that contradicts the others, or does not fit the cell.
    pub(super) fn restore(&self, cell: &Cell) -> Result<SearchCell, &'static str> {
        let mut summary = SearchCell::empty(cell);
        let count = summary.points.len();
        [summary.area] = *self.area.exactly().ok_or("area")?;
        let searches = summary.area.count();
        summary.failed = self.failures;
        summary.searches = searches.checked_add(self.failures).ok_or("failures")?;
        summary.message.clone_from(&self.message);
        let lists = [("optimal", &self.optimal), ("nodes", &self.nodes), ("states", &self.states), ("micros", &self.micros)];
        if let Some((name, _)) = lists.into_iter().find(|(_, list)| list.len() != count) {
            return Err(name);
        }
        let difficulty = &self.difficulty.0;
        if ![0, count].contains(&difficulty.len()) || difficulty.iter().any(|moments| moments.count() > searches) {
            return Err("difficulty");
        }
        for (k, point) in summary.points.iter_mut().enumerate() {
            point.searches = searches;
            point.found = Some(self.optimal[k]).filter(|&found| found <= searches).ok_or("optimal")?;
            point.difficulty = difficulty.get(k).copied().unwrap_or_default();
            (point.nodes, point.states, point.micros) = (self.nodes[k], self.states[k], self.micros[k]);
        }
        let &[optimal, area, difficulty] = self.pairs.exactly().ok_or("pairs")?;
        summary.repeats = Repeats::restored(searches, self.different, &self.hashes).ok_or("different")?;
        summary.earlier = Differences { optimal, area, difficulty };
        Ok(summary)
    }
}
