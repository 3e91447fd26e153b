//! Alpha-beta: iterative deepening with a transposition table, for two players without chance.

use super::shared::*;
use crate::alphabeta::{self, AlphaBetaOptions};

/// Alpha-beta with iterative deepening, for two players without chance: stops when the value is proven, and until then evaluates by the game's
/// own estimate. An iteration of the budget is a position visited.
#[derive(Params, Clone, Debug)]
struct AlphaBeta {
    /// Greatest search depth in whole moves.
    #[param(default = 255u32, range = 1..=255)]
    depth: u32,
    /// Megabytes (of 2²⁰ bytes, room for 65,536 positions) of the transposition table; 0 for none.
    #[param(default = 32u32, range = 0..=65_536, source = "Breuker et al. 1994 (scheme TwoDeep)")]
    table_mb: u32,
    /// Whether moves are ordered by table move, killer moves and history instead of the game's order.
    #[param(default = true, source = "Akl and Newborn 1977; Schaeffer 1989")]
    ordering: bool,
    /// Whether the fastest of several wins and the slowest of several losses is preferred.
    #[param(default = false)]
    distance: bool,
}

#[agent("alpha-beta")]
impl Recipe for AlphaBeta {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        self.supports(&info).map_err(|reason| ParamError::rule("", reason))?;
        let options = AlphaBetaOptions {
            depth: self.depth.min(255) as u8,
            table_bytes: (self.table_mb as usize) << 20,
            ordering: self.ordering,
            distance: self.distance,
        };
        Ok(Box::new(alphabeta::AlphaBeta::new(info, options)))
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        two_without_chance(game)
    }
}
