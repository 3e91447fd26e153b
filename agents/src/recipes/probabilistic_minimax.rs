//! Probabilistic minimax Monte-Carlo.

use super::bandits::{TreeParams, options};
use super::choices::two_without_chance;
use crate::parts::backup::{Mean, MinimaxProbability};
use crate::parts::final_move::BestProbability;
use crate::parts::selection::MaxProbability;
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// Probabilistic minimax Monte-Carlo: follows whichever child is most likely minimax-optimal, by probabilities in place of means (Bjorge and Schaeffer
/// 2010, section 4.3.5, Alg. 2). As printed it needs no playouts, and makes none unless asked to.
#[derive(Params, Clone, Debug)]
struct ProbabilisticMinimax {
    /// Whether a leaf begins with the result of a playout and not with even chances.
    #[param(default = false, source = "not in the report")]
    playouts: bool,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("probabilistic-minimax")]
impl Recipe for ProbabilisticMinimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let tree = if self.playouts { self.tree.clone() } else { self.tree.without_playouts() };
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(MinimaxProbability::new(self.playouts))],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: Box::new(BestProbability),
            ..options(MaxProbability::default(), &tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        two_without_chance(info)
    }
}
