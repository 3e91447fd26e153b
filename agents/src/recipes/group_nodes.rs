//! UCT with one child for every square to turn over, as in the tree-reductions paper.

use super::stochastic::{DrawRule, FinalRule, Shape, Stochastic, suits};
use crate::parts::chance::OpenLoop;
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// UCT with a child for every move of a player and none for what chance makes of it: outcomes are drawn anew in every descent and the moves
/// below recomputed. The policy "group-nodes" of the tree-reductions paper (Alg. 6).
#[derive(Params, Clone, Debug)]
struct GroupNodes {
    /// The weight K in v/(v + d) + √(K·ln n/(v + d)).
    #[param(default = 0.3, range = 0.0..=100.0, source = "tree-reductions paper, section 4")]
    k: f64,
    /// What a drawn result counts for in that formula; the paper does not say.
    #[param(default = DrawRule::Halves)]
    draws: DrawRule,
    /// In playouts the game's own draw rule lets games go on for at least so many moves without progress; 0 leaves the rule alone.
    #[param(default = 640u32, range = 0..=1_000_000, source = "tree-reductions paper, section 4")]
    draw_after: u32,
    /// Whether a player who can capture does so in playouts.
    #[param(default = true, source = "tree-reductions paper, section 4")]
    captures_first: bool,
    /// Moves by players after which a playout is cut off and counts as drawn.
    #[param(default = 5000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Which child is played in the end; the paper does not say. Where draws are left out, most visits means the most drawish move.
    #[param(default = FinalRule::Mean)]
    final_move: FinalRule,
    /// Whether alpha-beta takes over where chance cannot act any more ("-mm" in the paper).
    #[param(default = false, source = "tree-reductions paper, Table 2")]
    minimax: bool,
    /// How many of its own first turns are random.
    #[param(default = 0u32, range = 0..=100_000, source = "tree-reductions paper, Fig. 2")]
    random_turns: u32,
    /// Nodes (of about 36 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

impl GroupNodes {
    fn common(&self) -> Stochastic {
        Stochastic {
            k: self.k,
            draws: self.draws,
            draw_after: self.draw_after,
            captures_first: self.captures_first,
            playout_cap: self.playout_cap,
            final_move: self.final_move,
            minimax: self.minimax,
            random_turns: self.random_turns,
            max_nodes: self.max_nodes,
        }
    }
}

#[agent("group-nodes")]
impl Recipe for GroupNodes {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let common = self.common();
        let selection = common.rule();
        let shape = Shape { selection: Box::new(selection), chance: Box::new(OpenLoop), whole_moves: true, reuse: false };
        common.agent(game.info(), shape)
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, self.minimax)
    }
}
