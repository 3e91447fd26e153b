//! Open-loop UCT: nodes stand for what players did, whatever chance did.

use super::stochastic::suits;
use crate::parts::chance::OpenLoop;
use crate::parts::expansion::WholeMoves;
use crate::parts::selection::{FirstPlay, Ucb1};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// UCT without nodes for chance: its outcomes are drawn anew in every descent, and statistics belong to the moves of players alone.
#[derive(Params, Clone, Debug)]
struct OpenLoopUct {
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Kocsis and Szepesvári 2006")]
    exploration: f64,
    /// Moves by players after which a playout is cut off.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Nodes (of about 32 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("open-loop")]
impl Recipe for OpenLoopUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            selection: Box::new(Ucb1::new(self.exploration, FirstPlay::First)),
            chance: Box::new(OpenLoop),
            // What is a dead end after one outcome need not be one after another: nodes stand between whole moves.
            expansion: Box::new(WholeMoves::default()),
            reuse: false,
            max_nodes: self.max_nodes as usize,
            ..MctsOptions::uct(self.playout_cap)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, false)
    }
}
