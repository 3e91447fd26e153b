//! UCT with chance nodes, as in the tree-reductions paper.

use super::stochastic::{Shape, Stochastic, suits};
use crate::parts::chance::ExplicitNodes;
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// UCT with a node for chance and a child for each of its outcomes, over wins and losses, with long playouts that capture first: the
/// policy "chance-nodes" of the tree-reductions paper (Alg. 3 and 4).
#[derive(Params, Clone, Debug)]
struct ChanceNodes {
    /// What these policies have in common.
    #[param(group)]
    common: Stochastic,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
}

#[agent("chance-nodes")]
impl Recipe for ChanceNodes {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let selection = self.common.rule();
        let shape = Shape { selection: Box::new(selection), chance: Box::new(ExplicitNodes), whole_moves: false, reuse: self.tree_reuse };
        self.common.agent(game.info(), shape)
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, self.common.minimax)
    }
}
