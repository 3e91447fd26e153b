//! m-run.

use super::bandits::{TreeParams, options};
use super::choices::FinalRule;
use crate::parts::selection::{PlayTheWinner, Switch};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// m-run: children are left when they fail, until one wins m times in a row and is kept, or m of them (or all) have been played and the best is kept
/// (Bjorge and Schaeffer 2010, section 4.3.2; Berry et al. 1997).
#[derive(Params, Clone, Debug)]
struct MRun {
    /// Successes in a row that keep a child, and children after which the best is kept.
    #[param(default = 20u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.2, m")]
    m: u32,
    /// Which child is played in the end.
    #[param(default = FinalRule::Mean, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("m-run")]
impl Recipe for MRun {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            facts: Facts { numbers: PlayTheWinner::NUMBERS, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(PlayTheWinner(Switch::Run { successes: self.m, recall: true }), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
