//! UCT with one child for every square to turn over, as in the tree-reductions paper.

use super::shared::*;
use super::stochastic::{Stochastic, open_loop, supports};

/// UCT with a child for every move of a player but none for the outcomes of chance, which are drawn anew in every descent: the policy
/// "group-nodes" of the tree-reductions paper (Alg. 6). Playouts go on for up to 5,000 moves, because the paper's end by its draw rule only.
#[derive(Params, Clone, Debug)]
struct GroupNodes {
    /// The common parameters of the paper's policies.
    #[param(group)]
    common: Stochastic,
    /// The tree and the playouts.
    #[param(group, defaults(playout_cap = 5_000), fixed(tree_reuse = false))]
    search: SearchParams,
}

#[agent("group-nodes")]
impl Recipe for GroupNodes {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.common.agent(game.info(), open_loop(self.search.options(self.common.rule())), &self.search)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        supports(game, self.common.minimax)
    }
}
