//! Thompson sampling over a tree.

use super::shared::*;
use crate::parts::selection::{Sum, Thompson};

/// Tree search with Thompson sampling: follows the child with the greatest draw from a beta distribution of its results (Agrawal and Goyal
/// 2012).
#[derive(Params, Clone, Debug)]
struct ThompsonTree {
    /// The value of an unvisited child.
    #[param(group)]
    urgency: UrgencyParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

#[agent("thompson")]
impl Recipe for ThompsonTree {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(Sum::new(Thompson::default(), self.urgency.part())))
    }
}
