//! Random play, and minimax at the end: the reference player of the tree-reductions paper.

use super::random::RandomAgent;
use super::stochastic::{suits, with_minimax};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// Plays at random as long as chance can still act, and alpha-beta with the game's own estimate after that ("rand-mm", tree-reductions
/// paper, section 4).
#[derive(Params, Clone, Debug)]
struct RandMm;

#[agent("rand-mm")]
impl Recipe for RandMm {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        with_minimax(game.info(), Box::new(RandomAgent::new()))
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, true)
    }
}
