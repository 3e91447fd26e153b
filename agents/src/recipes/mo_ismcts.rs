//! Information-set Monte-Carlo tree search with a tree for every player.

use super::shared::*;
use crate::information::MoIsmcts;

/// Multiple-observer information-set MCTS (MO-ISMCTS): a tree of information sets for every player, one position drawn in every iteration, and UCB1 in which
/// a move counts only the visits at which it was legal.
#[derive(Params, Clone, Debug)]
struct MoIsmctsRecipe {
    /// The exploration weight C.
    #[param(default = 0.7, range = 0.0.., source = "Cowling, Powley and Whitehouse 2012, section 7")]
    exploration: f64,
    /// Moves by players after which a playout is cut off, with a result of ½.
    #[param(default = 1_000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Information sets at which the trees stop growing.
    #[param(default = 4_000_000u32, range = 1_000..=400_000_000)]
    max_sets: u32,
}

#[agent("mo-ismcts")]
impl Recipe for MoIsmctsRecipe {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        Ok(Box::new(MoIsmcts::new(game.info(), self.exploration, self.playout_cap, self.max_sets as usize)))
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
