//! Whole playouts guided by a table of values.

use crate::playout::{Playout, Trace};
use crate::position::Position;
use crate::rng::Rng;

/// A game that plays whole guided playouts in one call, much faster than a loop over its moves.
///
/// Only one kind of guidance is offered: ε-greedy choice by a table with one value for each player and semimove (as in MAST). Other
/// policies play move by move.
pub trait Guided: Position {
    /// The number of entries per player: all semimoves of this view, as numbers, are below it.
    fn codes(&self) -> usize;

    /// Plays as [`Position::playout_traced`] does, but chooses semimoves by value: among those not yet known to be dead ends, a uniformly
    /// random one with probability ε, otherwise one of the greatest value.
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
    /// The probability ε of a uniform choice, in [0, 1]. Otherwise a semimove of the greatest value is chosen, with ties broken at random.
    pub epsilon: f64,
}
