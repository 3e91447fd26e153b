//! The stored record of a block of playouts, and the block that it describes.

use crate::store::record;
use treebench_stats::{Flat, Moments, Ratio};

record! {
    /// The stored record of a block of playouts. Lists have one value per player.
    pub struct BlockRecord {
        /// Random games that were counted.
        playouts: u64,
        /// Those among them that reached `max-moves`.
        cut_off: u64,
        /// Whole moves by players: nodal states.
        moves: u64,
        /// The sum over games of the squares of their moves.
        moves_squares: f64,
        /// Semimoves by players, those taken back included: all states.
        states: u64,
        /// The sum over games of the squares of their states.
        states_squares: f64,
        /// Semimoves listed.
        generated: u64,
        /// The sum over games of the squares of the semimoves listed.
        generated_squares: f64,
        /// The sum over games of the product of semimoves listed and states.
        generated_by_states: f64,
        /// Per player: the sum of the scores of the games that were not cut off.
        scores: Vec<f64>,
        /// Per player: the sum of the squares of those scores.
        scores_squares: Vec<f64>,
        /// Why the block does not count, else empty.
        message: String,
        /// The task's seed in hexadecimal digits.
        seed: String [.detail()],
        /// Random games by the game's own playout while the clock ran.
        timed_playouts: u64 [.measured()],
        /// Their whole moves.
        timed_moves: u64 [.measured()],
        /// The wall time that they took.
        micros: u64 [.unit("µs").measured()],
    }
}

/// The results of a block of playouts.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The games that were counted.
    pub flat: Flat,
    /// Semimoves listed per state.
    pub branching: Ratio,
    /// Why the block does not count; empty if it does.
    pub message: String,
    /// Games, whole moves and microseconds of the timed part.
    pub timed: [u64; 3],
}

impl Block {
    /// An empty block of a game for this many players.
    pub fn new(players: usize) -> Self {
        Block { flat: Flat::new(players), branching: Ratio::default(), message: String::new(), timed: [0; 3] }
    }

    /// The block as a record.
    pub(super) fn record(&self, seed: String) -> BlockRecord {
        let whole = |sum: f64| sum.round() as u64;
        let list = |of: fn(&Moments) -> f64| self.flat.scores.iter().map(of).collect();
        let [timed_playouts, timed_moves, micros] = self.timed;
        BlockRecord {
            playouts: self.flat.nodal.count(),
            cut_off: self.flat.cut_off,
            moves: whole(self.flat.nodal.sum()),
            moves_squares: self.flat.nodal.sum_of_squares().round(),
            states: whole(self.branching.bottom),
            states_squares: self.branching.bottom_squares,
            generated: whole(self.branching.top),
            generated_squares: self.branching.top_squares,
            generated_by_states: self.branching.products,
            scores: list(Moments::sum),
            scores_squares: list(Moments::sum_of_squares),
            message: self.message.clone(),
            seed,
            timed_playouts,
            timed_moves,
            micros,
        }
    }

    /// The block that a record describes; `None` if it does not fit a game with this many players.
    pub fn of(record: &BlockRecord, players: usize) -> Option<Block> {
        if record.scores.len() != players || record.scores_squares.len() != players {
            return None;
        }
        let ended = record.playouts.saturating_sub(record.cut_off);
        let scores = record.scores.iter().zip(&record.scores_squares).map(|(&sum, &squares)| Moments::from_sums(ended, sum, squares));
        let flat = Flat {
            nodal: Moments::from_sums(record.playouts, record.moves as f64, record.moves_squares),
            all: Moments::from_sums(record.playouts, record.states as f64, record.states_squares),
            scores: scores.collect(),
            cut_off: record.cut_off,
        };
        let branching = Ratio {
            count: record.playouts,
            top: record.generated as f64,
            bottom: record.states as f64,
            top_squares: record.generated_squares,
            bottom_squares: record.states_squares,
            products: record.generated_by_states,
        };
        let timed = [record.timed_playouts, record.timed_moves, record.micros];
        Some(Block { flat, branching, message: record.message.clone(), timed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Record as _;
    use treebench_games::{Rng, games, params::Values};
    use treebench_stats::FlatPlayer;

    #[test]
    fn a_block_is_read_back() {
        let game = games().find("connect-three").unwrap().build(&Values::default()).unwrap();
        let mut player = FlatPlayer::new(game.start(), 10);
        let mut block = Block::new(3);
        player.count(40, &mut Rng::from_seed(3), &mut block.flat, &mut block.branching).unwrap();
        block.timed = [3, 70, 12];
        let row = block.record("00".to_owned()).into_row();
        let record = BlockRecord::from_row(&row).unwrap();
        let read = Block::of(&record, 3).unwrap();
        assert_eq!(read.record("00".to_owned()).into_row(), row);
        assert_eq!((read.flat.cut_off, read.flat.nodal.count(), read.timed), (block.flat.cut_off, 40, block.timed));
        assert!(block.flat.cut_off > 0 && block.flat.cut_off < 40, "{block:?}");
        assert!((read.flat.nodal.standard_error() - block.flat.nodal.standard_error()).abs() < 1e-9);
        assert_eq!(Block::of(&record, 2), None);
    }
}
