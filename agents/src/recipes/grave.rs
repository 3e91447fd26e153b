//! GRAVE with its usual settings: `mcts` with some parameters fixed.

use super::rave::all_moves_as_first;
use super::shared::*;
use crate::parts::selection::WeightRule;

/// MCTS with generalized rapid action value estimation: as `rave`, with the statistics of the nearest ancestor that has enough visits
/// (Cazenave 2015). `grave-table` has them in a transposition table.
#[derive(Params, Clone, Debug)]
struct Grave {
    /// Visits that a node must exceed to use its own statistics instead of an ancestor's; 0 is RAVE.
    #[param(default = 50.0, range = 0.0.., source = "Cazenave 2015")]
    reference: f64,
    /// Bias β of the weight ñ / (n + ñ + β·n·ñ), with n visits of a child and ñ iterations in which its move was played.
    #[param(default = 1e-5, range = 0.0.., source = "Cazenave 2015")]
    bias: f64,
    /// Weight C of the exploration term C·√(ln N / n).
    #[param(default = 0.0, range = 0.0..=100.0, source = "Cazenave 2015")]
    exploration: f64,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("grave")]
impl Recipe for Grave {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let mut mcts = all_moves_as_first(&self.search, self.exploration)?;
        mcts.rave.rave_ref = self.reference;
        mcts.rave.rave_weight = WeightRule::MinimumError;
        // There it is written 4b².
        mcts.rave.rave_bias = self.bias.sqrt() / 2.0;
        mcts.agent(game)
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }
}
