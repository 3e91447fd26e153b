//! KL-UCB over a tree.

use super::bandits::{TreeParams, UrgencyParams, options};
use super::choices::FinalRule;
use crate::parts::selection::{IndexPolicy, KlUcb};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Tree search with KL-UCB: confidence bounds by the divergence of Bernoulli distributions (Garivier and Cappé 2011).
#[derive(Params, Clone, Debug)]
struct KlUcbTree {
    /// Weight c of the term ln ln N: 3 in the theorems, 0 recommended in practice.
    #[param(default = 0.0, range = 0.0..=100.0, source = "Garivier and Cappé 2011, Alg. 1")]
    c: f64,
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

#[agent("kl-ucb")]
impl Recipe for KlUcbTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            final_move: self.final_move.part(),
            ..options(IndexPolicy::new(KlUcb { c: self.c }, self.urgency.part()), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
