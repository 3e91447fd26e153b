//! Random Monte-Carlo search over a tree.

use super::bandits::{FinalRule, options};
use crate::parts::selection::RandomChild;
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Random Monte-Carlo search over a tree: every child equally likely on the way down, the best mean played (Bjorge and Schaeffer 2010, section
/// 4.1.3). `flat-mc` is the same without a tree.
#[derive(Params, Clone, Debug)]
struct RandomMc {
    /// Which child is played in the end.
    #[param(default = FinalRule::Mean, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Moves by players after which a playout is cut off; it then counts as drawn.
    #[param(default = 1000u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// Nodes (of about 32 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("random-mc")]
impl Recipe for RandomMc {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            final_move: self.final_move.part(),
            ..options(RandomChild::default(), self.playout_cap, self.tree_reuse, self.max_nodes)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
