//! m-learning.

use super::shared::*;
use crate::parts::selection::{PlayTheWinner, Switch};

/// m-learning: leaves a child when it fails, until m plays have passed through the parent; from then on it keeps the best child (Bjorge and
/// Schaeffer 2010, section 4.3.2; Teytaud et al. 2007).
#[derive(Params, Clone, Debug)]
struct MLearning {
    /// Plays of a node after which its best child is kept.
    #[param(default = 100u32, range = 1..=1_000_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.2, m")]
    m: u32,
    /// The final move, the tree and the playouts.
    #[param(group, defaults(final_move = BestChild::Mean))]
    bandit: BanditParams,
}

#[agent("m-learning")]
impl Recipe for MLearning {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(PlayTheWinner::new(Switch::Learning(self.m))))
    }
}
