//! Flat Monte-Carlo: the same number of random playouts for every move.

use crate::parts::expansion::RootOnly;
use crate::parts::final_move::BestMean;
use crate::parts::selection::RoundRobin;
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Flat Monte-Carlo: every move gets equally many random playouts; the one with the best mean is played.
#[derive(Params, Clone, Debug)]
struct FlatMc {
    /// Moves by players after which a playout is cut off.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// The result of a playout that was cut off, for every player, on the scale [0, 1].
    #[param(default = 0.5, range = 0.0..=1.0)]
    cap_score: f64,
}

#[agent("flat-mc")]
impl Recipe for FlatMc {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            selection: Box::new(RoundRobin),
            expansion: Box::new(RootOnly::default()),
            final_move: Box::new(BestMean),
            cap_score: self.cap_score,
            reuse: false,
            ..MctsOptions::uct(self.playout_cap)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
