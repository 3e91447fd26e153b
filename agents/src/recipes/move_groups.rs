//! UCT over groups of moves, as in the tree-reductions paper.

use super::stochastic::{DrawRule, FinalRule, Shape, Stochastic, suits};
use crate::parts::chance::Sampled;
use crate::parts::selection::{MoveGroups, OneMove};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// UCT that chooses between groups of moves, in Chinese dark chess turning a piece over and moving one, and takes one move of the best
/// group; chance has nodes. The policies "move-groups-…" of the tree-reductions paper (Alg. 5). In games with one group it is
/// `chance-nodes`.
#[derive(Params, Clone, Debug)]
struct MoveGroupsUct {
    /// Which move of a group is taken.
    #[param(default = Policy::Random, source = "tree-reductions paper, section 3")]
    policy: Policy,
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
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Nodes (of about 36 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

/// Which move of a group is taken.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Policy {
    /// A uniformly drawn one.
    Random,
    /// One after the other, beginning with the group that reveals something.
    CycleR,
    /// One after the other, beginning with the group that does not.
    CycleM,
}

/// The group of moves that reveal nothing.
const MOVES: u32 = 0;
/// The group of moves that do.
const REVEALS: u32 = 1;

impl MoveGroupsUct {
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

#[agent("move-groups")]
impl Recipe for MoveGroupsUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let common = self.common();
        let (one_move, first) = match self.policy {
            Policy::Random => (OneMove::Random, MOVES),
            Policy::CycleR => (OneMove::Cycle, REVEALS),
            Policy::CycleM => (OneMove::Cycle, MOVES),
        };
        let selection = MoveGroups::new(common.rule(), one_move, first);
        let shape = Shape { selection: Box::new(selection), chance: Box::new(Sampled), whole_moves: false, reuse: self.tree_reuse };
        common.agent(game.info(), shape)
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, self.minimax)
    }
}
