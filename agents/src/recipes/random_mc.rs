//! Random Monte-Carlo search over a tree.

use super::bandits::{TreeParams, options};
use super::choices::FinalRule;
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
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("random-mc")]
impl Recipe for RandomMc {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions { final_move: self.final_move.part(), ..options(RandomChild::default(), &self.tree) };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
