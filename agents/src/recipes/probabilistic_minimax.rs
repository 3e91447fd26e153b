//! Probabilistic minimax Monte-Carlo.

use super::bandits::options;
use super::choices::no_chance;
use crate::parts::backup::{Mean, MinimaxProbability};
use crate::parts::final_move::BestNumber;
use crate::parts::selection::Likeliest;
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
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Moves by players after which a playout is cut off; it then counts as drawn.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Nodes (of about 40 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("probabilistic-minimax")]
impl Recipe for ProbabilisticMinimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        // A playout of no moves leaves the results at one half, and nobody asks for them.
        let cap = if self.playouts { self.playout_cap } else { 0 };
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(MinimaxProbability { by_playouts: self.playouts })],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: Box::new(BestNumber),
            ..options(Likeliest, cap, self.tree_reuse, self.max_nodes)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        if info.players == 2 { no_chance(info) } else { Err("plays two-player games only".to_owned()) }
    }
}
