//! PUCT with the game's own estimates for a prior.

use super::bandits::{TreeParams, options};
use super::choices::FinalRule;
use crate::parts::backup::{Mean, Priors};
use crate::parts::selection::Puct;
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Tree search with PUCT: exploration in proportion to a prior, which comes from the game's own estimates of the positions after each move (Rosin
/// 2011; Silver et al. 2017). Games that estimate nothing have equal priors.
#[derive(Params, Clone, Debug)]
struct PuctTree {
    /// Weight C of the exploration term C·P·√N / (1 + n); results are on the scale [0, 1].
    #[param(default = 1.5, range = 0.0..=100.0, source = "Silver et al. 2017, Methods")]
    exploration: f64,
    /// τ of the priors exp(v/τ), v the estimate on [0, 1]: small for priors that trust the estimates.
    #[param(default = 0.2, range = 0.001..=1_000_000.0)]
    temperature: f64,
    /// What stands for the mean of a child without visits.
    #[param(default = 0.5, range = 0.0..=1.0)]
    unvisited_mean: f64,
    /// Which child is played in the end.
    #[param(default = FinalRule::Visits, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("puct")]
impl Recipe for PuctTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(Priors::new(self.temperature, game.info()))],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(Puct { exploration: self.exploration, unvisited: self.unvisited_mean }, &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
