//! A cell in a results file: everything that a report needs, without single blocks.

use super::summary::PlayoutCell;
use crate::experiment::Cell;
use crate::saved::PackedColumn;
use crate::store::record;
use treebench_stats::{Flat, Moments, Ratio};

record! {
    /// The results of a cell of playouts. The moments of numbers are their count, their sum, and the sum of their squares.
    pub(super) struct CellRecord {
        /// Blocks that do not count.
        failures: u64,
        /// Why the first of them does not.
        message: String,
        /// Blocks stored.
        blocks: u64,
        /// The moments of nodal states per game.
        nodal: PackedColumn<Moments>,
        /// The moments of all states per game.
        all: PackedColumn<Moments>,
        /// Games that reached `max-moves`.
        cut_off: u64,
        /// Per player: the moments of the scores of games that were not cut off.
        scores: PackedColumn<Moments>,
        /// Semimoves listed and states: games, both sums, the sums of both squares, and that of the products.
        branching: PackedColumn<Ratio>,
        /// The moments of random games per second.
        playouts_per_second: PackedColumn<Moments> [.measured()],
        /// The moments of nodal states per second.
        states_per_second: PackedColumn<Moments> [.measured()],
    }
}

impl CellRecord {
    pub(super) fn of(cell: &PlayoutCell) -> CellRecord {
        CellRecord {
            failures: cell.failed,
            message: cell.message.clone(),
            blocks: cell.blocks,
            nodal: PackedColumn::one(cell.flat.nodal),
            all: PackedColumn::one(cell.flat.all),
            cut_off: cell.flat.cut_off,
            scores: cell.flat.scores.iter().copied().collect(),
            branching: PackedColumn::one(cell.branching),
            playouts_per_second: PackedColumn::one(cell.playouts_per_second),
            states_per_second: PackedColumn::one(cell.states_per_second),
        }
    }

    /// The summary that it encodes.
    ///
    /// # Errors
    /// The name of a column that contradicts the others, or does not fit the cell.
    pub(super) fn restore(&self, cell: &Cell) -> Result<PlayoutCell, &'static str> {
        let &[nodal] = self.nodal.exactly().ok_or("nodal")?;
        let &[all] = self.all.exactly().filter(|[all]| all.count() == nodal.count()).ok_or("all")?;
        let ended = nodal.count().checked_sub(self.cut_off).ok_or("cut_off")?;
        let fits = |scores: &Vec<Moments>| scores.len() == cell.game.game.info().players && scores.iter().all(|of| of.count() == ended);
        let scores = Some(self.scores.0.clone()).filter(fits).ok_or("scores")?;
        let &[branching] = self.branching.exactly().filter(|[ratio]| ratio.count == nodal.count()).ok_or("branching")?;
        let &[playouts_per_second] = self.playouts_per_second.exactly().ok_or("playouts_per_second")?;
        let &[states_per_second] = self.states_per_second.exactly().ok_or("states_per_second")?;
        Ok(PlayoutCell {
            flat: Flat { nodal, all, scores, cut_off: self.cut_off },
            branching,
            playouts_per_second,
            states_per_second,
            blocks: self.blocks,
            failed: Some(self.failures).filter(|failures| *failures <= self.blocks).ok_or("failures")?,
            message: self.message.clone(),
        })
    }
}
