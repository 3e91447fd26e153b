//! KL-UCB over a tree.

use super::shared::*;
use crate::parts::selection::{KlUcb, Sum};

/// Tree search with KL-UCB: confidence bounds by the divergence between Bernoulli distributions (Garivier and Cappé 2011).
#[derive(Params, Clone, Debug)]
struct KlUcbTree {
    /// Weight c of the term ln ln N: 3 in the theorems, 0 recommended in practice.
    #[param(default = 0.0, range = 0.0..=100.0, source = "Garivier and Cappé 2011, Alg. 1")]
    c: f64,
    /// The value of an unvisited child.
    #[param(group)]
    urgency: UrgencyParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("kl-ucb")]
impl Recipe for KlUcbTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(Sum::new(KlUcb::new(self.c), self.urgency.part())))
    }
}
