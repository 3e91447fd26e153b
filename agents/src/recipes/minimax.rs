//! Minimax, exact and plain.

use super::shared::*;
use crate::exhaustive::{Exhaustive, Pruning};

/// Minimax over the whole tree, without any pruning, for two players without chance (Bjorge and Schaeffer 2010, section 4.1.2). An iteration is
/// a position visited; when the budget ends early, it plays the best of the moves that it has finished.
#[derive(Params, Clone, Debug)]
struct Minimax {
    /// Search depth in whole moves; positions at that depth are estimated by the game.
    #[param(default = 1000u32, range = 1..=1000)]
    depth: u32,
}

#[agent("minimax")]
impl Recipe for Minimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        self.supports(&info).map_err(|reason| ParamError::rule("", reason))?;
        Ok(Box::new(Exhaustive::new(info, Pruning::None, self.depth)))
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        two_without_chance(info)
    }
}
