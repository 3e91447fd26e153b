//! What is kept of a cell in a results file: all that a report needs, without single blocks.

use super::summary::PlayoutCell;
use crate::experiment::Cell;
use crate::stats::{Flat, Moments, Ratio};
use crate::store::record;

record! {
    /// What a cell of playouts comes to. The moments of numbers are three: their count, their sum, the sum of their squares.
    pub(super) struct CellRecord {
        /// Blocks that do not count.
        failures: u64,
        /// Why the first of them does not.
        message: String,
        /// Blocks stored.
        blocks: u64,
        /// The moments of nodal states per game.
        nodal: Vec<f64>,
        /// The moments of all states per game.
        all: Vec<f64>,
        /// Games that reached `max-moves`.
        cut_off: u64,
        /// Per player: the moments of the scores of games that were not cut off.
        scores: Vec<f64>,
        /// Semimoves listed and states: games, both sums, the sums of both squares, and that of the products.
        branching: Vec<f64>,
        /// The moments of random games per second.
        playouts_per_second: Vec<f64> [.measured()],
        /// The moments of nodal states per second.
        states_per_second: Vec<f64> [.measured()],
    }
}

impl CellRecord {
    pub(super) fn of(cell: &PlayoutCell) -> CellRecord {
        let Ratio { count, top, bottom, top_squares, bottom_squares, products } = cell.branching;
        CellRecord {
            failures: cell.failed,
            message: cell.message.clone(),
            blocks: cell.blocks,
            nodal: cell.flat.nodal.sums().to_vec(),
            all: cell.flat.all.sums().to_vec(),
            cut_off: cell.flat.cut_off,
            scores: cell.flat.scores.iter().flat_map(Moments::sums).collect(),
            branching: vec![count as f64, top, bottom, top_squares, bottom_squares, products],
            playouts_per_second: cell.playouts_per_second.sums().to_vec(),
            states_per_second: cell.states_per_second.sums().to_vec(),
        }
    }

    /// The summary that it was made of.
    ///
    /// # Errors
    /// The name of a column that contradicts the others, or does not fit the cell.
    pub(super) fn restore(&self, cell: &Cell) -> Result<PlayoutCell, &'static str> {
        let moments = |parts: &[f64]| Moments::from_stored(parts.try_into().ok()?);
        let nodal = moments(&self.nodal).ok_or("nodal")?;
        let all = moments(&self.all).filter(|all| all.count() == nodal.count()).ok_or("all")?;
        let ended = nodal.count().checked_sub(self.cut_off).ok_or("cut_off")?;
        let scores: Option<Vec<Moments>> = self.scores.chunks(3).map(moments).collect();
        let fits = |scores: &Vec<Moments>| scores.len() == cell.game.game.info().players && scores.iter().all(|of| of.count() == ended);
        let scores = scores.filter(fits).ok_or("scores")?;
        let &[count, top, bottom, top_squares, bottom_squares, products] = &self.branching[..] else { return Err("branching") };
        if count != nodal.count() as f64 || self.branching.iter().any(|x| !x.is_finite()) {
            return Err("branching");
        }
        Ok(PlayoutCell {
            flat: Flat { nodal, all, scores, cut_off: self.cut_off },
            branching: Ratio { count: nodal.count(), top, bottom, top_squares, bottom_squares, products },
            playouts_per_second: moments(&self.playouts_per_second).ok_or("playouts_per_second")?,
            states_per_second: moments(&self.states_per_second).ok_or("states_per_second")?,
            blocks: self.blocks,
            failed: Some(self.failures).filter(|failures| *failures <= self.blocks).ok_or("failures")?,
            message: self.message.clone(),
        })
    }
}
