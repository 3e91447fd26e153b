//! Random play with minimax at the end: the reference player of the tree-reductions paper.

use super::random::RandomAgent;
use super::shared::*;
use super::stochastic::{MinimaxParams, supports};

/// Plays at random while chance events are left, and alpha-beta with the game's own estimate after that ("rand-mm", tree-reductions paper,
/// section 4).
#[derive(Params, Clone, Debug)]
struct RandMm {
    /// What the minimax part may do.
    #[param(group)]
    solver: MinimaxParams,
}

#[agent("rand-mm")]
impl Recipe for RandMm {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.solver.after(game.info(), Box::new(RandomAgent::new()))
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        supports(game, true)
    }
}
