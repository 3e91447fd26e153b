//! m-learning.

use super::bandits::{TreeParams, options};
use super::choices::FinalRule;
use crate::parts::selection::{PlayTheWinner, Switch};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// m-learning: children are left when they fail, until m plays have passed through their parent; then the best of them is kept (Bjorge and Schaeffer
/// 2010, section 4.3.2; Teytaud et al. 2007).
#[derive(Params, Clone, Debug)]
struct MLearning {
    /// Plays of a node after which its best child is kept.
    #[param(default = 100u32, range = 1..=1_000_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.2, m")]
    m: u32,
    /// Which child is played in the end.
    #[param(default = FinalRule::Mean, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("m-learning")]
impl Recipe for MLearning {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            facts: Facts { numbers: PlayTheWinner::NUMBERS, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(PlayTheWinner(Switch::Learning(self.m)), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
