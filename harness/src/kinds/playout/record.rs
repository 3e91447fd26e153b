//! What is stored of a block of playouts, column by column.

use super::Flat;
use crate::kinds::lists::{Shown, json_list, numbers};
use crate::kinds::{Column, ColumnType, Field, Row};
use crate::stats::{Moments, Ratio};

const fn column(name: &'static str, kind: ColumnType, doc: &'static str) -> Column {
    Column { name, kind, doc, reproducible: true }
}

const fn timed(name: &'static str, doc: &'static str) -> Column {
    Column { name, kind: ColumnType::Integer, doc, reproducible: false }
}

/// The columns of the table `playout`.
pub const COLUMNS: &[Column] = &[
    column("playouts", ColumnType::Integer, "random games that were counted"),
    column("cut_off", ColumnType::Integer, "those among them that reached `max-moves`"),
    column("moves", ColumnType::Integer, "whole moves by players: nodal states"),
    column("moves_squares", ColumnType::Real, "the sum over games of the squares of their moves"),
    column("states", ColumnType::Integer, "semimoves by players, those taken back included: all states"),
    column("states_squares", ColumnType::Real, "the sum over games of the squares of their states"),
    column("generated", ColumnType::Integer, "semimoves listed"),
    column("generated_squares", ColumnType::Real, "the sum over games of the squares of what they listed"),
    column("generated_by_states", ColumnType::Real, "the sum over games of the product of the semimoves listed and the states"),
    column("scores", ColumnType::Text, "per seat: the sum of the scores of the games that were not cut off (a JSON list)"),
    column("scores_squares", ColumnType::Text, "per seat: the sum of their squares (a JSON list)"),
    column("message", ColumnType::Text, "why the block counts for nothing, else empty"),
    column("seed", ColumnType::Text, "the task's seed in hexadecimal digits"),
    timed("timed_playouts", "random games by the game's own playout while the clock ran"),
    timed("timed_moves", "their whole moves"),
    timed("micros", "microseconds of wall time that they took"),
];

/// What a block of playouts came to.
#[derive(Clone, PartialEq, Debug)]
pub struct Block {
    /// The games that were counted.
    pub flat: Flat,
    /// Semimoves listed per state.
    pub branching: Ratio,
    /// Why the block counts for nothing; empty if it does count.
    pub message: String,
    /// Games, whole moves and microseconds of the timed part.
    pub timed: [u64; 3],
}

impl Block {
    /// Nothing played yet, in a game for so many.
    pub fn new(players: usize) -> Self {
        Block { flat: Flat::new(players), branching: Ratio::default(), message: String::new(), timed: [0; 3] }
    }

    /// The block as a row.
    pub(super) fn row(&self, seed: String) -> Row {
        let whole = |sum: f64| Field::Integer(sum.round() as i64);
        let count = |n: u64| Field::Integer(i64::try_from(n).unwrap_or(i64::MAX));
        let list = |of: fn(&Moments) -> f64| Field::Text(json_list(self.flat.scores.iter().map(|score| Shown(of(score)))));
        let Ratio { top, bottom, top_squares, products, .. } = self.branching;
        vec![
            count(self.flat.nodal.count()),
            count(self.flat.cut_off),
            whole(self.flat.nodal.sum()),
            Field::Real(self.flat.nodal.sum_of_squares().round()),
            whole(bottom),
            Field::Real(self.branching.bottom_squares),
            whole(top),
            Field::Real(top_squares),
            Field::Real(products),
            list(Moments::sum),
            list(Moments::sum_of_squares),
            Field::Text(self.message.clone()),
            Field::Text(seed),
            count(self.timed[0]),
            count(self.timed[1]),
            count(self.timed[2]),
        ]
    }

    /// Reads a row back; `None` if it cannot be that of a game with so many players.
    pub fn of(row: &Row, players: usize) -> Option<Block> {
        let number = |place: usize| match row.get(place)? {
            Field::Integer(n) => Some(*n as f64),
            Field::Real(x) => Some(*x),
            Field::Text(_) => None,
        };
        let lists = [9, 10].map(|place| row.get(place).map_or(Vec::new(), |field| numbers(field).collect::<Vec<_>>()));
        let (playouts, cut_off) = (number(0)? as u64, number(1)? as u64);
        if lists.iter().any(|list| list.len() != players || !list.iter().all(|x| x.is_finite())) {
            return None;
        }
        let ended = playouts.saturating_sub(cut_off);
        let scores = lists[0].iter().zip(&lists[1]).map(|(&sum, &squares)| Moments::from_sums(ended, sum, squares)).collect();
        let flat = Flat {
            nodal: Moments::from_sums(playouts, number(2)?, number(3)?),
            all: Moments::from_sums(playouts, number(4)?, number(5)?),
            scores,
            cut_off,
        };
        let branching = Ratio {
            count: playouts,
            top: number(6)?,
            bottom: number(4)?,
            top_squares: number(7)?,
            bottom_squares: number(5)?,
            products: number(8)?,
        };
        let Some(Field::Text(message)) = row.get(11) else { return None };
        let timed = [number(13)? as u64, number(14)? as u64, number(15)? as u64];
        Some(Block { flat, branching, message: message.clone(), timed })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::{Rng, games, params::Values};
    use crate::kinds::playout::FlatPlayer;

    #[test]
    fn a_block_is_read_back() {
        let game = games().find("connect-three").unwrap().build(&Values::default()).unwrap();
        let mut player = FlatPlayer::new(game.start(), 10);
        let mut block = Block::new(3);
        player.count(40, &mut Rng::from_seed(3), &mut block).unwrap();
        block.timed = [3, 70, 12];
        let row = block.row("00".to_owned());
        assert_eq!(row.len(), COLUMNS.len());
        let read = Block::of(&row, 3).unwrap();
        assert_eq!(read.row("00".to_owned()), row);
        assert_eq!((read.flat.cut_off, read.flat.nodal.count(), read.timed), (block.flat.cut_off, 40, block.timed));
        assert!(block.flat.cut_off > 0 && block.flat.cut_off < 40, "{block:?}");
        assert!((read.flat.nodal.standard_error() - block.flat.nodal.standard_error()).abs() < 1e-9);
        assert_eq!(Block::of(&row, 2), None);
    }
}
