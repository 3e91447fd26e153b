//! RAVE and GRAVE as their authors play them: settings of `mcts` that have a name.

use super::mcts::SemisplitMcts;
use super::shared::*;
use crate::parts::backup::RaveUnit;
use crate::parts::selection::WeightRule;

/// MCTS with rapid action value estimation: the value of a child is a mean of its results and of those of all iterations in which its move was
/// played later, whose weight falls with visits; untried children compete by the latter, and the most visited one is played (Gelly and Silver 2011).
/// `mcts` has more choices.
#[derive(Params, Clone, Debug)]
struct Rave {
    /// Equivalence parameter K: visits at which both values have equal weight.
    #[param(default = 250.0, range = 0.0.., source = "Gelly and Silver 2007, section 5; Sironi and Winands 2016")]
    equivalence: f64,
    /// Weight C of the exploration term C·√(ln N / n).
    #[param(default = 0.0, range = 0.0..=100.0, source = "Gelly and Silver 2011, section 7")]
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

/// MCTS with generalized rapid action value estimation: as `rave`, with the statistics of the nearest ancestor that has enough visits
/// (Cazenave 2015). `grave-table` has them in a transposition table.
#[derive(Params, Clone, Debug)]
struct Grave {
    /// Visits that a node must exceed to use its own statistics instead of an ancestor's; 0 is RAVE.
    #[param(default = 50.0, range = 0.0.., source = "Cazenave 2015, section 4")]
    reference: f64,
    /// Bias β of the weight ñ / (n + ñ + β·n·ñ), with n visits of a child and ñ iterations in which its move was played.
    #[param(default = 1e-5, range = 0.0.., source = "Cazenave 2015, section 3.3")]
    bias: f64,
    /// Weight C of the exploration term C·√(ln N / n).
    #[param(default = 0.0, range = 0.0..=100.0, source = "Cazenave 2015, section 3.3")]
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

/// What both have in common.
fn all_moves_as_first(search: &SearchParams, exploration: f64) -> Result<SemisplitMcts, ParamError> {
    let mut mcts = SemisplitMcts::defaults()?;
    (mcts.final_move, mcts.search) = (BestChild::Visits, search.clone());
    (mcts.rave.rave, mcts.rave.rave_ranks_new, mcts.rave.rave_exploration) = (RaveUnit::Join, true, exploration);
    Ok(mcts)
}
