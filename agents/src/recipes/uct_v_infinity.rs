//! UCT-V(∞): a fixed number of arms.

use super::shared::*;
use crate::parts::selection::{Arms, ByVariance, Epsilon, FirstPlayRule, Sum, UcbV, VarianceForm};

/// UCT-V(∞): UCB-V over a fixed number of randomly chosen children of every node, as for bandits with infinitely many arms (Wang et al. 2008;
/// Bjorge and Schaeffer 2010, section 4.3.3).
#[derive(Params, Clone, Debug)]
struct UctVInfinity {
    /// Number of children of a node that are arms.
    #[param(default = 20u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.3, K")]
    arms: u32,
    /// The exploration sequence ε, a function of the parent's visits t.
    #[param(default = Epsilon::LnLn, source = "Bjorge and Schaeffer 2010, eq. 19 and section 4.3.3")]
    epsilon: Epsilon,
    /// How variance and range enter the confidence term.
    #[param(default = VarianceForm::OneRoot, source = "Bjorge and Schaeffer 2010, eq. 19; Audibert et al. 2007")]
    form: VarianceForm,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("uct-v-infinity")]
impl Recipe for UctVInfinity {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let rule = Sum::new(ByVariance::new(UcbV(self.epsilon, self.form)), FirstPlayRule::First).with_arms(Arms::Fixed(self.arms));
        searching(game, self.bandit.options(rule))
    }
}
