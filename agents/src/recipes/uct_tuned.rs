//! UCT-Tuned.

use super::bandits::{TreeParams, UrgencyParams, options};
use super::choices::FinalRule;
use crate::parts::backup::{Mean, SumOfSquares};
use crate::parts::selection::{IndexPolicy, UcbTuned};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// UCT with UCB1-Tuned, which explores children of little variance less (Auer et al. 2002, section 4; Bjorge and Schaeffer 2010, section 4.1.5, eq.
/// 17 and 18).
#[derive(Params, Clone, Debug)]
struct UctTuned {
    /// Weight C of the exploration term; results are on the scale [0, 1].
    #[param(default = 1.0, range = 0.0..=100.0, source = "Bjorge and Schaeffer 2010, eq. 18")]
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

#[agent("uct-tuned")]
impl Recipe for UctTuned {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(SumOfSquares)],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(IndexPolicy::new(UcbTuned { exploration: self.exploration }, self.urgency.part()), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
