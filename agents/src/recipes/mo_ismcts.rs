//! Multiple-observer information-set MCTS.

use super::information_sets::InformationSetParams;
use super::shared::*;
use crate::search::Observer;

/// Multiple-observer information-set MCTS (MO-ISMCTS): a tree of information sets for every player, and one position drawn in every iteration. Every
/// player chooses by what it knows itself.
#[derive(Params, Clone, Debug)]
struct MoIsmcts {
    /// The common parameters of information-set searches.
    #[param(group)]
    search: InformationSetParams,
}

#[agent("mo-ismcts")]
impl Recipe for MoIsmcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.search.agent(game, Observer::Multiple)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
