//! Exact values, for judging searches.

use crate::position::{Player, Position};

/// A game that knows its exact values without a search, as artificial trees do.
///
/// Only code that judges a search may use it. An agent that did would not be searching.
pub trait Oracle: Position {
    /// A player's final score under perfect play by all players, in expectation where chance acts; within the range that
    /// [`GameInfo`](crate::GameInfo) states.
    fn known_score(&self, player: Player) -> f64;

    /// How hard it is for a player to find a winning move here, on the game's own scale, on which lower is easier; `None` if the game has
    /// no such measure.
    fn difficulty(&self, _player: Player) -> Option<f64> {
        None
    }
}
