//! UCT-Tuned.

use super::shared::*;
use crate::parts::selection::{ByVariance, Sum, Ucb1Tuned};

/// UCT with UCB1-Tuned, which explores children with low variance less (Auer et al. 2002, section 4; Bjorge and Schaeffer 2010, section 4.1.5,
/// eq. 17 and 18).
#[derive(Params, Clone, Debug)]
struct UctTuned {
    /// Exploration weight C; results are on the scale [0, 1].
    #[param(default = 1.0, range = 0.0..=100.0, source = "Bjorge and Schaeffer 2010, eq. 18")]
    exploration: f64,
    /// The value of an unvisited child.
    #[param(group)]
    urgency: UrgencyParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("uct-tuned")]
impl Recipe for UctTuned {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(Sum::new(ByVariance::new(Ucb1Tuned(self.exploration)), self.urgency.part())))
    }
}
