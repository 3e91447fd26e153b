//! PUCT with the game's own estimates as priors.

use super::shared::*;
use crate::parts::selection::Puct;

/// Tree search with PUCT: exploration in proportion to a prior, here a softmax of the game's own estimates of the positions after each move
/// (Rosin 2011; Silver et al. 2017). Games without estimates have equal priors.
#[derive(Params, Clone, Debug)]
struct PuctTree {
    /// Weight C of the exploration term C·P·√N / (1 + n); results are on the scale [0, 1].
    #[param(default = 1.5, range = 0.0..=100.0, source = "Silver et al. 2017, Methods")]
    exploration: f64,
    /// Temperature τ of the priors exp(v/τ), with the estimate v on [0, 1]; small values trust the estimates.
    #[param(default = 0.2, range = 0.001..=1_000_000.0)]
    temperature: f64,
    /// The mean that an unvisited child is given.
    #[param(default = 0.5, range = 0.0..=1.0)]
    unvisited_mean: f64,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("puct")]
impl Recipe for PuctTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(Puct::new(self.exploration, self.unvisited_mean, self.temperature)))
    }
}
