//! Many-tree information-set MCTS.

use super::information_sets::InformationSetParams;
use super::shared::*;
use crate::search::Observer;

/// Many-tree information-set MCTS (MT-ISMCTS): MO-ISMCTS in which opponents do not know what the searching player holds. A share of the iterations begins in a
/// position that the searching player knows to be impossible and another player does not; each information set that the searching player could be in
/// has a tree of its own. What opponents learn then depends on what they see, so that a bluff can pay.
#[derive(Params, Clone, Debug)]
struct MtIsmcts {
    /// The share of iterations that begin in a position drawn from what another player knows ("self-determinization").
    #[param(default = 0.5, range = 0.0..=0.99, source = "Cowling, Whitehouse and Powley 2015, \"Emergent bluffing and inference with Monte Carlo tree search\"")]
    self_determinization: f64,
    /// What searches of information sets have in common.
    #[param(group)]
    search: InformationSetParams,
}

#[agent("mt-ismcts")]
impl Recipe for MtIsmcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.search.agent(game, Observer::Many(self.self_determinization))
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
