//! Implicit minimax backups.

use super::shared::*;
use crate::parts::selection::{ImplicitMinimax, QuotientUcb, Sum};

/// UCT over means mixed with the minimax values of the game's own estimate (implicit minimax backups: Lanctot et al. 2014).
#[derive(Params, Clone, Debug)]
struct ImplicitMinimaxUct {
    /// Exploration weight C; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// The share α of the estimates.
    #[param(default = 0.4, range = 0.0..=1.0, source = "Lanctot et al. 2014, section IV")]
    share: f64,
    /// The value of an unvisited child.
    #[param(group)]
    urgency: UrgencyParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("implicit-minimax")]
impl Recipe for ImplicitMinimaxUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let terms = (ImplicitMinimax::new(self.share), QuotientUcb::new(self.exploration));
        searching(game, self.bandit.options(Sum::new(terms, self.urgency.part())))
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        two_players(info)
    }
}
