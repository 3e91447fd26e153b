//! UCT-V.

use super::shared::*;
use crate::parts::selection::{ByVariance, Epsilon, Sum, UcbV, VarianceForm};

/// UCT with UCB-V: confidence bounds by the empirical variance (Audibert et al. 2007; Bjorge and Schaeffer 2010, section 4.1.5, eq. 19).
#[derive(Params, Clone, Debug)]
struct UctV {
    /// The exploration sequence ε, a function of the parent's visits t.
    #[param(default = Epsilon::Ln, source = "Bjorge and Schaeffer 2010, eq. 19 and section 4.3.3")]
    epsilon: Epsilon,
    /// How variance and range enter the confidence term.
    #[param(default = VarianceForm::OneRoot, source = "Bjorge and Schaeffer 2010, eq. 19; Audibert et al. 2007")]
    form: VarianceForm,
    /// The value of an unvisited child.
    #[param(group)]
    urgency: UrgencyParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("uct-v")]
impl Recipe for UctV {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(Sum::new(ByVariance::new(UcbV(self.epsilon, self.form)), self.urgency.part())))
    }
}
