//! UCT-V.

use super::bandits::{EpsilonRule, FormRule, TreeParams, UrgencyParams, options};
use super::choices::FinalRule;
use crate::parts::backup::{Mean, SumOfSquares};
use crate::parts::selection::{IndexPolicy, UcbV};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// UCT with UCB-V: confidence by the empirical variance (Audibert et al. 2007; Bjorge and Schaeffer 2010, section 4.1.5, eq. 19).
#[derive(Params, Clone, Debug)]
struct UctV {
    /// The exploration sequence ε of the visits t of the parent.
    #[param(default = EpsilonRule::Ln, source = "Bjorge and Schaeffer 2010, eq. 19 and section 4.3.3")]
    epsilon: EpsilonRule,
    /// How variance and range enter the confidence.
    #[param(default = FormRule::OneRoot, source = "Bjorge and Schaeffer 2010, eq. 19; Audibert et al. 2007")]
    form: FormRule,
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

#[agent("uct-v")]
impl Recipe for UctV {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(SumOfSquares)],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(IndexPolicy::new(UcbV { epsilon: self.epsilon.part(), form: self.form.part() }, self.urgency.part()), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
