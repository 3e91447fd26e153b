//! Expectimax: iterative deepening with Star1 or Star2, for two players with chance.

use crate::expectimax::{self, ExpectimaxOptions, Pruning};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// Expectimax with iterative deepening, for two players with chance: solves what is small enough; elsewhere it goes by the game's own
/// estimate. An iteration of the budget is a position visited.
#[derive(Params, Clone, Debug)]
struct Expectimax {
    /// Moves by players to look ahead at most.
    #[param(default = 255u32, range = 1..=10_000)]
    depth: u32,
    /// What is cut off.
    #[param(default = PruningRule::Star1, source = "Ballard 1983")]
    pruning: PruningRule,
}

/// What is cut off.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum PruningRule {
    /// Nothing.
    None,
    /// Outcomes that cannot bring the mean into the window.
    Star1,
    /// The same after probing one move behind every outcome.
    Star2,
}

#[agent("expectimax")]
impl Recipe for Expectimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        self.suits(&info).map_err(|reason| ParamError::rule("", reason))?;
        let pruning = match self.pruning {
            PruningRule::None => Pruning::None,
            PruningRule::Star1 => Pruning::Star1,
            PruningRule::Star2 => Pruning::Star2,
        };
        Ok(Box::new(expectimax::Expectimax::new(info, ExpectimaxOptions { depth: self.depth, pruning })))
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        match game {
            GameInfo { players: 2, chance: true, .. } => Ok(()),
            GameInfo { players: 2, .. } => Err("plays games with chance only; alpha-beta is for the others".to_owned()),
            _ => Err("plays two-player games only".to_owned()),
        }
    }
}
