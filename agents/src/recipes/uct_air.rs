//! UCT-AIR: a number of arms that grows with the visits.

use super::bandits::{EpsilonRule, FormRule, OptimumRule, TreeParams, options};
use super::choices::FinalRule;
use crate::parts::backup::{Mean, SumOfSquares};
use crate::parts::selection::{Arms, IndexPolicy, UcbV};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// UCT-AIR: UCB-V among a number of random children that grows with the visits of the node (arm increasing rule: Wang et al. 2008; Bjorge and
/// Schaeffer 2010, section 4.3.3, eq. 20).
#[derive(Params, Clone, Debug)]
struct UctAir {
    /// β: how many children are near the best; small for many.
    #[param(default = 0.7, range = 0.0..=100.0, source = "Bjorge and Schaeffer 2010, eq. 20")]
    beta: f64,
    /// What the number of arms is multiplied with.
    #[param(default = 1.0, range = 0.001..=1_000_000.0, source = "Bjorge and Schaeffer 2010, appendix A, k")]
    k: f64,
    /// What is known of the mean of the best arm, μ*.
    #[param(default = OptimumRule::One, source = "Bjorge and Schaeffer 2010, eq. 20")]
    optimum: OptimumRule,
    /// The exploration sequence ε of the visits t of the parent.
    #[param(default = EpsilonRule::LnLn, source = "Bjorge and Schaeffer 2010, eq. 19 and section 4.3.3")]
    epsilon: EpsilonRule,
    /// How variance and range enter the confidence.
    #[param(default = FormRule::OneRoot, source = "Bjorge and Schaeffer 2010, eq. 19; Audibert et al. 2007")]
    form: FormRule,
    /// Which child is played in the end.
    #[param(default = FinalRule::Visits, source = "Chaslot et al. 2008")]
    final_move: FinalRule,
    /// The tree and the playouts.
    #[param(group)]
    tree: TreeParams,
}

#[agent("uct-air")]
impl Recipe for UctAir {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let arms = Arms::Increasing { beta: self.beta, factor: self.k, optimum: self.optimum.part() };
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(SumOfSquares)],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(IndexPolicy::with_arms(UcbV { epsilon: self.epsilon.part(), form: self.form.part() }, arms), &self.tree)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
