//! Score-bounded MCTS: UCT with bounds on the scores that are certain.

use super::groups::ProvingSearch;
use super::shared::*;

/// Score-bounded MCTS (Cazenave and Saffidine 2010), for any number of outcomes and players. Without bounds it is plain UCT.
#[derive(Params, Clone, Debug)]
struct ScoreBounded {
    /// Bounds, exploration, other terms, playouts and the tree. The exploration weight is C with RAVE and without.
    #[param(group)]
    search: ProvingSearch,
}

#[agent("score-bounded")]
impl Recipe for ScoreBounded {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.search.agent(game, self.search.exploration / 2.0, None)
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
