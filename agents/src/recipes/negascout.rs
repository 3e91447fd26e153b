//! NegaScout, exact and plain.

use super::choices::two_without_chance;
use crate::exhaustive::{Exhaustive, Pruning};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// NegaScout over the whole tree, moves in the game's order and nothing remembered, for two players without chance (Reinefeld 1983; Bjorge and
/// Schaeffer 2010, section 4.1.2). An iteration is a position visited. `alpha-beta` is the solver with everything that saves time.
#[derive(Params, Clone, Debug)]
struct NegaScout {
    /// Whole moves to look ahead; what lies behind is estimated.
    #[param(default = 1000u32, range = 1..=1000)]
    depth: u32,
}

#[agent("negascout")]
impl Recipe for NegaScout {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        self.suits(&info).map_err(|reason| ParamError::rule("", reason))?;
        Ok(Box::new(Exhaustive::new(info, Pruning::Scout, self.depth)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        two_without_chance(info)
    }
}
