//! Semi-determinised information-set MCTS.

use super::information_sets::InformationSetParams;
use super::shared::*;
use crate::search::Observer;

/// Semi-determinised MCTS (SDMCTS, without its model of the opponent): a position is drawn in every iteration; the searching player's nodes are its information
/// sets, those of other players are positions, so that they choose as if they saw everything. A reference between determinisation, in which all players see
/// everything, and searches of information sets: opponents that never err by what is hidden from them.
#[derive(Params, Clone, Debug)]
struct SdIsmcts {
    /// The common parameters of information-set searches.
    #[param(group)]
    search: InformationSetParams,
}

#[agent("sd-ismcts")]
impl Recipe for SdIsmcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.search.agent(game, Observer::Own)
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
