//! RAVE with its usual settings: `mcts` with some parameters fixed.

use super::mcts::SemisplitMcts;
use super::shared::*;
use crate::parts::backup::RaveUnit;

/// MCTS with rapid action value estimation: the value of a child is a mean of its results and of those of all iterations in which its move was
/// played later, whose weight falls with visits; untried children compete by the latter, and the most visited one is played (Gelly and Silver 2011).
/// `mcts` has more choices.
#[derive(Params, Clone, Debug)]
struct Rave {
    /// Equivalence parameter K: visits at which both values have equal weight.
    #[param(default = 250.0, range = 0.0.., source = "Gelly and Silver 2011; Sironi and Winands 2016")]
    equivalence: f64,
    /// Weight C of the exploration term C·√(ln N / n).
    #[param(default = 0.0, range = 0.0..=100.0, source = "Gelly and Silver 2011")]
    exploration: f64,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("rave")]
impl Recipe for Rave {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let mut mcts = all_moves_as_first(&self.search, self.exploration)?;
        mcts.rave.rave_equivalence = self.equivalence;
        mcts.agent(game)
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }
}

/// What RAVE and GRAVE have in common.
pub(super) fn all_moves_as_first(search: &SearchParams, exploration: f64) -> Result<SemisplitMcts, ParamError> {
    let mut mcts = SemisplitMcts::defaults()?;
    (mcts.final_move, mcts.search) = (BestChild::Visits, search.clone());
    (mcts.rave.rave, mcts.rave.rave_ranks_new, mcts.rave.rave_exploration) = (RaveUnit::Join, true, exploration);
    Ok(mcts)
}
