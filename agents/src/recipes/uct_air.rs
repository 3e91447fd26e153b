//! UCT-AIR: a number of arms that grows with the visits.

use super::shared::*;
use crate::parts::selection::{Arms, ByVariance, Epsilon, FirstPlayRule, Optimum, Sum, UcbV, VarianceForm};

/// UCT-AIR: UCB-V over randomly chosen children whose number grows with the visits of the node (arm increasing rule: Wang et al. 2008; Bjorge
/// and Schaeffer 2010, section 4.3.3, eq. 20).
#[derive(Params, Clone, Debug)]
struct UctAir {
    /// β: the smaller, the more children are close to the best.
    #[param(default = 0.7, range = 0.0..=100.0, source = "Bjorge and Schaeffer 2010, eq. 20")]
    beta: f64,
    /// Factor of the number of arms.
    #[param(default = 1.0, range = 0.001..=1_000_000.0, source = "Bjorge and Schaeffer 2010, appendix A, k")]
    k: f64,
    /// What is known about μ*, the mean of the best arm.
    #[param(default = Optimum::One, source = "Bjorge and Schaeffer 2010, eq. 20")]
    optimum: Optimum,
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

#[agent("uct-air")]
impl Recipe for UctAir {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let arms = Arms::Increasing { beta: self.beta, factor: self.k, optimum: self.optimum };
        let rule = Sum::new(ByVariance::new(UcbV(self.epsilon, self.form)), FirstPlayRule::First).with_arms(arms);
        searching(game, self.bandit.options(rule))
    }
}
