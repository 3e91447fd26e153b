//! UCT with one child for every square to turn over, as in the tree-reductions paper.

use super::stochastic::{Shape, Stochastic, suits};
use crate::parts::chance::OpenLoop;
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// UCT with a child for every move of a player and none for what chance makes of it: outcomes are drawn anew in every descent and the moves
/// below recomputed. The policy "group-nodes" of the tree-reductions paper (Alg. 6).
#[derive(Params, Clone, Debug)]
struct GroupNodes {
    /// What these policies have in common.
    #[param(group)]
    common: Stochastic,
}

#[agent("group-nodes")]
impl Recipe for GroupNodes {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let selection = self.common.rule();
        let shape = Shape { selection: Box::new(selection), chance: Box::new(OpenLoop), whole_moves: true, reuse: false };
        self.common.agent(game.info(), shape)
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, self.common.minimax)
    }
}
