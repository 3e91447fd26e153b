//! MOSS over a tree.

use super::bandits::{TreeParams, UrgencyParams, options};
use super::choices::FinalRule;
use crate::parts::selection::{IndexPolicy, Moss};
use crate::search::{Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// Tree search with MOSS, the minimax optimal strategy for bandits of a known number of arms (Audibert and Bubeck 2009).
#[derive(Params, Clone, Debug)]
struct MossTree {
    /// Weight C of the exploration term; results are on the scale [0, 1].
    #[param(default = 1.0, range = 0.0..=100.0, source = "Audibert and Bubeck 2009")]
    exploration: f64,
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

#[agent("moss")]
impl Recipe for MossTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            final_move: self.final_move.part(),
            ..options(IndexPolicy::new(Moss { exploration: self.exploration }, self.urgency.part()), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
