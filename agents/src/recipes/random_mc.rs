//! Random Monte-Carlo search over a tree.

use super::shared::*;
use crate::parts::selection::RandomChild;

/// Random Monte-Carlo search over a tree: selects children uniformly at random and plays the one with the best mean (Bjorge and Schaeffer
/// 2010, section 4.1.3). `flat-mc` is the same without a tree.
#[derive(Params, Clone, Debug)]
struct RandomMc {
    /// The final move, the tree and the playouts.
    #[param(group, defaults(final_move = BestChild::Mean))]
    bandit: BanditParams,
}

#[agent("random-mc")]
impl Recipe for RandomMc {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(RandomChild::default()))
    }
}
