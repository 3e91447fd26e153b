//! MCTS-Solver: wins and losses are proven, draws are not.

use super::choices::{FirstPlayRule, no_chance};
use crate::parts::backup::{Coupling, Draws, Mean, ScoreBounds};
use crate::parts::final_move::{Proven, SecureChild};
use crate::parts::selection::{ProofUcb, Pruning};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// MCTS-Solver (Winands, Björnsson and Saito 2008): proven wins and losses go up the tree, and proven losses are not selected.
///
/// A game-theoretic value stands here in the score bounds, of which it is the case of two outcomes; a drawn end counts as any
/// playout does.
#[derive(Params, Clone, Debug)]
struct MctsSolver {
    /// Weight A of the term A/√n that prefers well-tried children in the final move; results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=100.0, source = "Winands, Björnsson and Saito 2008, section 3.4")]
    secure: f64,
    /// What a child without visits is worth.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Whether the search ends when the root is proven.
    #[param(default = true)]
    stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0)]
    exploration: f64,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Moves by players after which a playout is cut off.
    #[param(default = 200u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// The result of a playout that was cut off, for every player, on the scale [0, 1].
    #[param(default = 0.5, range = 0.0..=1.0)]
    cap_score: f64,
    /// Nodes (of about 32 bytes, and 8 more per player) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("mcts-solver")]
impl Recipe for MctsSolver {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let options = MctsOptions {
            selection: Box::new(ProofUcb::new(self.exploration / 2.0, self.first_play.part(), Pruning::Hard, false, None)),
            backup: vec![Box::new(Mean), Box::new(ScoreBounds { coupling: Coupling::Published, draws: Draws::Ignored })],
            final_move: Box::new(Proven { goals: None, then: Box::new(SecureChild { weight: self.secure }) }),
            facts: Facts { bounds: info.players, ..Facts::default() },
            stop_when_settled: self.stop_when_proven,
            cap_score: self.cap_score,
            reuse: self.tree_reuse,
            max_nodes: self.max_nodes as usize,
            ..MctsOptions::uct(self.playout_cap)
        };
        Ok(Box::new(Mcts::new(info, options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
