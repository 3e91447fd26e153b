//! What the blocks of playouts come to, cell by cell.

use super::Flat;
use super::record::Block;
use crate::experiment::{Cell, Experiment};
use crate::kinds::Row;
use crate::stats::{Moments, Ratio};

/// What a cell's blocks come to.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayoutCell {
    /// The games that were counted.
    pub flat: Flat,
    /// Semimoves listed per state.
    pub branching: Ratio,
    /// Random games per second of each block with a timed part.
    pub playouts_per_second: Moments,
    /// Nodal states per second of each block with a timed part.
    pub states_per_second: Moments,
    /// Blocks stored.
    pub blocks: u64,
    /// Blocks that count for nothing, and why the first of them does.
    pub failed: u64,
    /// See `failed`.
    pub message: String,
}

/// What a whole experiment of playouts comes to.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayoutSummary {
    /// One summary per cell of the experiment.
    pub cells: Vec<PlayoutCell>,
}

impl PlayoutSummary {
    /// Summarises rows that come as (index of the cell, number of the task, row).
    pub fn of(experiment: &Experiment, rows: &mut dyn Iterator<Item = (usize, u32, Row)>) -> PlayoutSummary {
        let mut cells: Vec<PlayoutCell> = experiment.cells.iter().map(PlayoutCell::empty).collect();
        for (index, _, row) in rows {
            cells[index].add(Block::of(&row, experiment.cells[index].game.game.info().players));
        }
        PlayoutSummary { cells }
    }
}

impl PlayoutCell {
    fn empty(cell: &Cell) -> PlayoutCell {
        PlayoutCell {
            flat: Flat::new(cell.game.game.info().players),
            branching: Ratio::default(),
            playouts_per_second: Moments::default(),
            states_per_second: Moments::default(),
            blocks: 0,
            failed: 0,
            message: String::new(),
        }
    }

    /// Adds a block; one that cannot be read counts as failed.
    fn add(&mut self, block: Option<Block>) {
        self.blocks += 1;
        let message = block.as_ref().map_or("its record cannot be read", |block| block.message.as_str());
        if !message.is_empty() {
            self.failed += 1;
            if self.message.is_empty() {
                message.clone_into(&mut self.message);
            }
            return;
        }
        let Some(block) = block else { return };
        self.flat.merge(&block.flat);
        self.branching.merge(&block.branching);
        let [playouts, moves, micros] = block.timed.map(|n| n as f64);
        if micros > 0.0 {
            self.playouts_per_second.push(playouts / micros * 1e6);
            self.states_per_second.push(moves / micros * 1e6);
        }
    }
}
