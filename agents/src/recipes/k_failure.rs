//! k-failure.

use super::bandits::{TreeParams, options};
use super::choices::FinalRule;
use crate::parts::selection::{PlayTheWinner, Switch};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// k-failure: every child is played until it has failed k times, then the next, behind the last one the first again (Bjorge and Schaeffer 2010,
/// section 4.3.1).
#[derive(Params, Clone, Debug)]
struct KFailure {
    /// Failures after which a child is left.
    #[param(default = 1u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.1, k")]
    k: u32,
    /// Which child is played in the end.
    #[param(default = FinalRule::Mean, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("k-failure")]
impl Recipe for KFailure {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            facts: Facts { numbers: PlayTheWinner::NUMBERS, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(PlayTheWinner(Switch::Failures(self.k)), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
