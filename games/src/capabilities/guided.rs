//! Whole playouts guided by a table of values.

use crate::playout::{Playout, Trace};
use crate::position::Position;
use crate::rng::Rng;

/// A game that plays whole guided playouts in one call, much faster than a loop over its moves.
///
/// Only one kind of guidance is offered: ε-greedy by a table with one value for each player and semimove (as MAST uses it). Policies
/// that need more play move by move.
pub trait Guided: Position {
    /// The size of the table for one player: as numbers, all semimoves of this view are below it.
    fn codes(&self) -> usize;

    /// Plays as [`Position::playout_traced`] does, but chooses semimoves by value: among those not yet found dead, with probability ε
    /// a uniformly random one, otherwise one of greatest value.
    fn playout_guided(&mut self, rng: &mut Rng, cap: u32, guide: &Guide<'_>, trace: &mut Trace) -> Playout;
}

/// Values of semimoves, by which [`Guided::playout_guided`] chooses.
#[derive(Clone, Copy, Debug)]
pub struct Guide<'a> {
    /// The value of each semimove for each player: `values[player * size + code]`, where `code` is the number in
    /// [`Move`](crate::Move). No value is NaN.
    pub values: &'a [f64],
    /// The size of the table for one player ([`Guided::codes`]).
    pub size: usize,
    /// The probability ε of a uniform choice, in [0, 1]. Otherwise the greatest value is chosen; ties are broken at random.
    pub epsilon: f64,
}
