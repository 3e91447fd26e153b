//! NegaScout, exact and plain.

use super::shared::*;
use crate::exhaustive::{Exhaustive, Pruning};

/// NegaScout over the whole tree, with moves in the game's order and no transposition table, for two players without chance (Reinefeld 1983;
/// Bjorge and Schaeffer 2010, section 4.1.2). An iteration is a position visited. `alpha-beta` is the fast solver.
#[derive(Params, Clone, Debug)]
struct NegaScout {
    /// Search depth in whole moves; positions at that depth are estimated by the game.
    #[param(default = 1000u32, range = 1..=1000)]
    depth: u32,
}

#[agent("negascout")]
impl Recipe for NegaScout {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        self.supports(&info).map_err(|reason| ParamError::rule("", reason))?;
        Ok(Box::new(Exhaustive::new(info, Pruning::Scout, self.depth)))
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        two_without_chance(info)
    }
}
