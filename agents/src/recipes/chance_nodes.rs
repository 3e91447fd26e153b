//! UCT with chance nodes, as in the tree-reductions paper.

use super::shared::*;
use super::stochastic::{Stochastic, supports};
use crate::parts::chance::ExplicitNodes;
use crate::parts::expansion::Semimoves;

/// UCT with a node for chance and a child for each outcome, over wins and losses, with long playouts that capture first: the policy
/// "chance-nodes" of the tree-reductions paper (Alg. 3 and 4). Playouts go on for up to 5,000 moves, because the paper's end by its draw
/// rule only.
#[derive(Params, Clone, Debug)]
struct ChanceNodes {
    /// What the paper's policies have in common.
    #[param(group)]
    common: Stochastic,
    /// The tree and the playouts.
    #[param(group, defaults(playout_cap = 5_000))]
    search: SearchParams,
}

#[agent("chance-nodes")]
impl Recipe for ChanceNodes {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = self.search.options(self.common.rule());
        self.common.agent(
            game.info(),
            MctsOptions { chance: Box::new(ExplicitNodes), expansion: Box::new(Semimoves), ..options },
            &self.search,
        )
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        supports(game, self.common.minimax)
    }
}
