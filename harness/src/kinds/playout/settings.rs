//! The settings in the table `[playout]`.

use treebench_games::Params;

/// The settings of playouts.
#[derive(Params, Clone, Debug, PartialEq)]
pub struct PlayoutSettings {
    /// The split strategy of the games; games without it are left out.
    #[param(default = "orthodox", source = "split-moves paper, appendix 2.2")]
    pub split: String,
    /// Random games per task that are counted by listing every move.
    #[param(default = 100u32, range = 1..=1_000_000)]
    pub playouts: u32,
    /// Whole moves by players (chance not counted) after which a random game is cut off.
    #[param(default = 10_000u32, range = 1..=1_000_000)]
    pub max_moves: u32,
    /// Seconds for which a task plays as fast as the game can, to measure speeds; 0 to skip this.
    #[param(default = 0.5, range = 0.0..=3600.0)]
    pub seconds: f64,
}
