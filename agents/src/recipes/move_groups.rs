//! UCT over groups of moves, as in the tree-reductions paper.

use super::stochastic::{Shape, Stochastic, suits};
use crate::parts::chance::ExplicitNodes;
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
    /// What these policies have in common.
    #[param(group)]
    common: Stochastic,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
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

#[agent("move-groups")]
impl Recipe for MoveGroupsUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let (one_move, first) = match self.policy {
            Policy::Random => (OneMove::Random, MOVES),
            Policy::CycleR => (OneMove::Cycle, REVEALS),
            Policy::CycleM => (OneMove::Cycle, MOVES),
        };
        let selection = MoveGroups::new(self.common.rule(), one_move, first);
        let shape = Shape { selection: Box::new(selection), chance: Box::new(ExplicitNodes), whole_moves: false, reuse: self.tree_reuse };
        self.common.agent(game.info(), shape)
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        suits(game, self.common.minimax)
    }
}
