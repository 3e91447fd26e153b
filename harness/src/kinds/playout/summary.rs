//! The results of blocks of playouts per cell.

use super::record::{Block, BlockRecord};
use crate::experiment::{Cell, Experiment};
use crate::kinds::{Measurements, Rows, Statistic};
use crate::store::Record as _;
use treebench_games::GameInfo;
use treebench_stats::{Flat, Moments, Ratio};

/// The results of a cell's blocks.
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
    /// Those among them that do not count.
    pub failed: u64,
    /// Why the first of them does not count.
    pub message: String,
}

/// The results of an experiment of playouts.
pub struct PlayoutSummary<'e> {
    pub(super) experiment: &'e Experiment,
    /// One summary per cell of the experiment.
    pub cells: Vec<PlayoutCell>,
}

impl<'e> PlayoutSummary<'e> {
    /// Summarises rows. An invalid row counts as failed.
    pub fn of(experiment: &'e Experiment, rows: &mut Rows<'_>) -> PlayoutSummary<'e> {
        PlayoutSummary::onto(experiment.cells.iter().map(PlayoutCell::empty).collect(), experiment, rows)
    }

    /// Adds rows to the results of other blocks.
    pub(super) fn onto(mut cells: Vec<PlayoutCell>, experiment: &'e Experiment, rows: &mut Rows<'_>) -> PlayoutSummary<'e> {
        let mut record = BlockRecord::default();
        for (index, _, row) in rows {
            let players = experiment.cells[index].game.game.info().players;
            let block = record.read(&row).map_err(|damaged| damaged.to_string());
            let block = block.and_then(|()| Block::of(&record, players).ok_or_else(|| "its scores are not those of this game".to_owned()));
            cells[index].add(block);
        }
        PlayoutSummary { experiment, cells }
    }
}

impl PlayoutCell {
    /// No blocks yet.
    pub(super) fn empty(cell: &Cell) -> PlayoutCell {
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

    /// Adds a block, or the reason why it does not count.
    fn add(&mut self, block: Result<Block, String>) {
        self.blocks += 1;
        let block = block.and_then(|block| if block.message.is_empty() { Ok(block) } else { Err(block.message) });
        let block = match block {
            Ok(block) => block,
            Err(message) => {
                self.failed += 1;
                if self.message.is_empty() {
                    self.message = message;
                }
                return;
            }
        };
        self.flat.merge(&block.flat);
        self.branching.merge(&block.branching);
        let [playouts, moves, micros] = block.timed.map(|n| n as f64);
        if micros > 0.0 {
            self.playouts_per_second.push(playouts / micros * 1e6);
            self.states_per_second.push(moves / micros * 1e6);
        }
    }

    /// The measurements for `bench check`: lengths, branching factor and scores, which describe the game and should not change. Speeds depend on the
    /// machine and are left out.
    pub(super) fn measured(&self, info: &GameInfo) -> Measurements {
        let games = self.flat.nodal.count();
        let branching = &self.branching;
        let variance = branching.standard_error().powi(2) * games as f64;
        let branching = if games < 2 { Moments::default() } else { Moments::from_parts(games, branching.value(), variance) };
        let mut statistics = vec![
            Statistic::constant("nodal-states", self.flat.nodal),
            Statistic::constant("all-states", self.flat.all),
            Statistic::constant("branching", branching),
        ];
        let (low, high) = info.scores;
        statistics.extend(self.flat.scores.iter().enumerate().map(|(player, scores)| {
            let width = high - low;
            let values = Moments::from_parts(scores.count(), info.normalise(scores.mean()), scores.variance() / (width * width));
            let values = if scores.count() == 0 { Moments::default() } else { values };
            Statistic { share: true, ..Statistic::constant(&format!("score of player {}", player + 1), values) }
        }));
        Measurements { played: self.blocks, void: self.failed, statistics, ..Measurements::default() }
    }
}
