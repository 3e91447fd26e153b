//! Sequential halving at the root.

use super::bandits::{TreeParams, options};
use crate::parts::selection::{FirstPlay, SequentialHalving, Ucb1};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Sequential halving at the root, UCB1 below it: the budget goes to the moves in rounds, and after each the worse half is dropped (Karnin et al.
/// 2013). The tree is not carried over.
#[derive(Params, Clone, Debug)]
struct SequentialHalvingUct {
    /// Weight C of the exploration term; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// Iterations to expect where the budget is time or states.
    #[param(default = 10_000u32, range = 1..=4_000_000_000u32)]
    assumed_iterations: u32,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("sequential-halving")]
impl Recipe for SequentialHalvingUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let below = Ucb1::new(self.exploration, FirstPlay::First);
        let selection = SequentialHalving::new(Box::new(below), u64::from(self.assumed_iterations));
        let options = MctsOptions { reuse: false, ..options(selection, &self.tree) };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
