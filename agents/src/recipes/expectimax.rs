//! Expectimax: iterative deepening with Star1 or Star2, for two players with chance.

use super::shared::*;
use crate::expectimax::{self, ExpectimaxOptions, Pruning};

/// Expectimax with iterative deepening, for two players with chance: stops when the value is proven, and until then evaluates by the game's own
/// estimate. An iteration of the budget is a position visited.
#[derive(Params, Clone, Debug)]
struct Expectimax {
    /// Greatest search depth in moves by players.
    #[param(default = 255u32, range = 1..=10_000)]
    depth: u32,
    /// What is cut off at chance nodes.
    #[param(default = Pruning::Star1, source = "Ballard 1983")]
    pruning: Pruning,
}

#[agent("expectimax")]
impl Recipe for Expectimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        self.supports(&info).map_err(|reason| ParamError::rule("", reason))?;
        Ok(Box::new(expectimax::Expectimax::new(info, ExpectimaxOptions { depth: self.depth, pruning: self.pruning })))
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        match game {
            GameInfo { players: 2, chance: true, .. } => Ok(()),
            GameInfo { players: 2, .. } => Err("plays games with chance only; alpha-beta is for the others".to_owned()),
            _ => Err("plays two-player games only".to_owned()),
        }
    }
}
