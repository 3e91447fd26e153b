//! UCT-V(∞): a fixed number of arms.

use super::bandits::{EpsilonRule, FormRule, TreeParams, options};
use super::choices::FinalRule;
use crate::parts::backup::{Mean, SumOfSquares};
use crate::parts::selection::{Arms, IndexPolicy, UcbV};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// UCT-V(∞): UCB-V among so many random children of every node, as if there were infinitely many (Wang et al. 2008; Bjorge and Schaeffer 2010,
/// section 4.3.3).
#[derive(Params, Clone, Debug)]
struct UctVInfinity {
    /// How many children of a node are arms.
    #[param(default = 20u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.3, K")]
    arms: u32,
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

#[agent("uct-v-infinity")]
impl Recipe for UctVInfinity {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            backup: vec![Box::new(Mean), Box::new(SumOfSquares)],
            facts: Facts { numbers: 1, ..Facts::default() },
            final_move: self.final_move.part(),
            ..options(
                IndexPolicy::with_arms(UcbV { epsilon: self.epsilon.part(), form: self.form.part() }, Arms::Fixed(self.arms)),
                &self.tree,
            )
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }
}
