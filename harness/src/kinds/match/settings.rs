//! What a user may set in the table `[match]`.

use crate::Params;

/// The settings of a match.
#[derive(Params, Clone, Debug, PartialEq)]
pub struct MatchSettings {
    /// Whole moves by players (chance not counted) after which a game is cut off.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    pub max_moves: u32,
    /// What every player gets when a game is cut off: 0 is the game's lowest score, 1 its highest.
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub cap_score: f64,
    /// Whether the agents take every seat in turn on the same seed; games-per-cell is then a multiple of the number of seats.
    #[param(default = true)]
    pub swap_seats: bool,
    /// Seconds by which a turn may exceed a budget of time before the game ends with a timeout.
    #[param(default = 0.5, range = 0.0..=3600.0)]
    pub time_tolerance: f64,
}
