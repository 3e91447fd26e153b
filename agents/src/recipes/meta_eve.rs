//! Meta-EvE with γ-restart.

use super::shared::*;
use crate::parts::backup::PageHinkleyRestart;
use crate::parts::selection::{DiscountedUcb, Sum};

/// UCT for results that change: when the results of a node's best child fall (Page–Hinkley test), the visits of all its children are discounted
/// (Meta-EvE with γ-restart: Hartland et al. 2006; Bjorge and Schaeffer 2010, section 4.3.4).
#[derive(Params, Clone, Debug)]
struct MetaEve {
    /// Exploration weight C; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// λ: threshold of the test; the greater, the fewer false alarms.
    #[param(default = 10.0, range = 0.0..=1_000_000.0, source = "Bjorge and Schaeffer 2010, section 4.3.4")]
    threshold: f64,
    /// γ: factor by which visits are discounted when the test finds a change.
    #[param(default = 0.9, range = 0.0..=1.0, source = "Bjorge and Schaeffer 2010, section 4.3.4, γ-restart")]
    discount: f64,
    /// δ: how far a result may fall below the mean without counting.
    #[param(default = 0.005, range = 0.0..=1.0, source = "Hartland et al. 2006")]
    tolerance: f64,
    /// The value of an unvisited child.
    #[param(group)]
    urgency: UrgencyParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("meta-eve")]
impl Recipe for MetaEve {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let restarts = PageHinkleyRestart::new(self.threshold, self.discount, self.tolerance);
        searching(game, self.bandit.options(Sum::new(DiscountedUcb::new(self.exploration, restarts), self.urgency.part())))
    }
}
