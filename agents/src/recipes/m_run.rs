//! m-run.

use super::shared::*;
use crate::parts::selection::{PlayTheWinner, Switch};

/// m-run: leaves a child when it fails, until one wins m times in a row and is kept, or m children (or all of them) have been played and the
/// best is kept (Bjorge and Schaeffer 2010, section 4.3.2; Berry et al. 1997).
#[derive(Params, Clone, Debug)]
struct MRun {
    /// Consecutive wins after which a child is kept, and children after which the best is kept.
    #[param(default = 20u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.2, m")]
    m: u32,
    /// The final move, the tree and the playouts.
    #[param(group, defaults(final_move = BestChild::Mean))]
    bandit: BanditParams,
}

#[agent("m-run")]
impl Recipe for MRun {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(PlayTheWinner::new(Switch::Run { successes: self.m, recall: true })))
    }
}
