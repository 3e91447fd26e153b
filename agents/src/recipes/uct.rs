//! UCT: Monte-Carlo tree search with UCB1.

use super::choices::{FinalRule, FirstPlayRule};
use crate::parts::selection::{FirstPlay, Ucb1};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// UCT: tree search with UCB1 selection, uniformly random playouts and mean backup (max-n for several players, chance sampled).
#[derive(Params, Clone, Debug)]
struct Uct {
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1; Kocsis and Szepesvári 2006")]
    exploration: f64,
    /// First-play urgency: the score of a child without visits, in place of UCB1; inf tries every child once before any twice.
    #[param(default = f64::INFINITY, range = 0.0.., source = "Gelly and Wang 2006, section 3.2")]
    fpu: f64,
    /// What a child without visits is worth; with anything but "first", `fpu` is not used.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Which child is played in the end.
    #[param(default = FinalRule::Visits, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Moves by players after which a playout is cut off.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// The result of a playout that was cut off, for every player, on the scale [0, 1].
    #[param(default = 0.5, range = 0.0..=1.0)]
    cap_score: f64,
    /// Nodes (of about 32 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("uct")]
impl Recipe for Uct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let first_play = match self.first_play {
            FirstPlayRule::First if self.fpu < f64::INFINITY => FirstPlay::Score(self.fpu),
            rule => rule.part(),
        };
        let options = MctsOptions {
            selection: Box::new(Ucb1::new(self.exploration, first_play)),
            final_move: self.final_move.part(),
            cap_score: self.cap_score,
            reuse: self.tree_reuse,
            max_nodes: self.max_nodes as usize,
            ..MctsOptions::uct(self.playout_cap)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
