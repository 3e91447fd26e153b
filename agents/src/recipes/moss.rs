//! MOSS over a tree.

use super::shared::*;
use crate::parts::selection::{Moss, Sum};

/// Tree search with MOSS, the minimax optimal strategy for bandits with a known number of arms (Audibert and Bubeck 2009).
#[derive(Params, Clone, Debug)]
struct MossTree {
    /// Exploration weight C; results are on the scale [0, 1].
    #[param(default = 1.0, range = 0.0..=100.0, source = "Audibert and Bubeck 2009")]
    exploration: f64,
    /// The value of an unvisited child.
    #[param(group)]
    urgency: UrgencyParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("moss")]
impl Recipe for MossTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(Sum::new(Moss { exploration: self.exploration }, self.urgency.part())))
    }
}
