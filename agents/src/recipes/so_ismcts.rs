//! Single-observer information-set MCTS.

use super::information_sets::InformationSetParams;
use super::shared::*;
use crate::search::Observer;

/// Single-observer information-set MCTS (SO-ISMCTS): a tree of the searching player's information sets, and one position drawn in every iteration. Other
/// players choose as if they knew what the searching player knows: hidden moves of theirs lead to one node, and so do hands that only they see.
#[derive(Params, Clone, Debug)]
struct SoIsmcts {
    /// The common parameters of information-set searches.
    #[param(group)]
    search: InformationSetParams,
}

#[agent("so-ismcts")]
impl Recipe for SoIsmcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.search.agent(game, Observer::Single)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
