//! Many-tree information-set MCTS.

use super::information_sets::InformationSetParams;
use super::shared::*;
use crate::search::Observer;

/// Many-tree information-set MCTS (MT-ISMCTS): MO-ISMCTS in which opponents do not know the searching player's private information. A share of the
/// iterations begins in a position that the searching player knows to be impossible and another player does not; every information set in which the
/// searching player could be has its own tree. Opponents then learn only from what they see, so a bluff can pay.
#[derive(Params, Clone, Debug)]
struct MtIsmcts {
    /// The share of iterations that begin in a position drawn from what another player knows ("self-determinization").
    #[param(default = 0.5, range = 0.0..=0.99, source = "Cowling, Whitehouse and Powley 2015, \"Emergent bluffing and inference with Monte Carlo tree search\"")]
    self_determinization: f64,
    /// The shared parameters of information-set searches.
    #[param(group)]
    search: InformationSetParams,
}

#[agent("mt-ismcts")]
impl Recipe for MtIsmcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        self.search.agent(game, Observer::Many(self.self_determinization))
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
