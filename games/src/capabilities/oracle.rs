//! Exact values, for judging searches.

use crate::position::{Player, Position};

/// A game that knows its exact values without a search, as artificial trees do.
///
/// Only code that judges a search may ask. An agent that did would not search.
pub trait Oracle: Position {
    /// The score that a player ends with under perfect play of everyone, or is expected to end with where chance acts; within the
    /// range that [`GameInfo`](crate::GameInfo) states.
    fn known_score(&self, player: Player) -> f64;

    /// How hard it is for a player to find a winning move here, on a scale of the game's own where lower is easier; `None` if the
    /// game has no such measure.
    fn difficulty(&self, _player: Player) -> Option<f64> {
        None
    }
}
