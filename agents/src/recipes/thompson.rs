//! Thompson sampling over a tree.

use super::bandits::{TreeParams, UrgencyParams, options};
use super::choices::FinalRule;
use crate::parts::selection::{IndexPolicy, Thompson};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Tree search that follows draws from beta distributions of the children's results (Thompson sampling: Agrawal and Goyal 2012).
#[derive(Params, Clone, Debug)]
struct ThompsonTree {
    /// What a child without visits is worth.
    #[param(group)]
    urgency: UrgencyParams,
    /// Which child is played in the end.
    #[param(default = FinalRule::Visits, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("thompson")]
impl Recipe for ThompsonTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            final_move: self.final_move.part(),
            ..options(IndexPolicy::new(Thompson::default(), self.urgency.part()), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
