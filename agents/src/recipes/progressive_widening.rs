//! UCT whose chance nodes open up little by little.

use super::stochastic::suits;
use crate::parts::chance::ProgressiveWidening;
use crate::parts::selection::{FirstPlay, Ucb1};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// UCT with progressive widening over the outcomes of chance: a chance node visited n times follows at most ⌈C·n^α⌉ of them.
#[derive(Params, Clone, Debug)]
struct ProgressiveWideningUct {
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Kocsis and Szepesvári 2006")]
    exploration: f64,
    /// The factor C of widening.
    #[param(default = 1.0, range = 0.01..=1000.0, source = "Couëtoux et al. 2011")]
    factor: f64,
    /// The exponent α of widening.
    #[param(default = 0.5, range = 0.01..=1.0, source = "Couëtoux et al. 2011")]
    exponent: f64,
    /// Moves by players after which a playout is cut off.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Nodes (of about 32 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("progressive-widening")]
impl Recipe for ProgressiveWideningUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            selection: Box::new(Ucb1::new(self.exploration, FirstPlay::First)),
            chance: Box::new(ProgressiveWidening { factor: self.factor, exponent: self.exponent }),
            max_nodes: self.max_nodes as usize,
            ..MctsOptions::uct(self.playout_cap)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, false)
    }
}
