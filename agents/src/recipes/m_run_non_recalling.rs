//! Non-recalling m-run.

use super::shared::*;
use crate::parts::selection::{PlayTheWinner, Switch};

/// Non-recalling m-run: leaves a child when it fails, until one wins m times in a row and is kept (Bjorge and Schaeffer 2010, section 4.3.2;
/// Teytaud et al. 2007).
#[derive(Params, Clone, Debug)]
struct MRunNonRecalling {
    /// Consecutive wins after which a child is kept.
    #[param(default = 20u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.2, m")]
    m: u32,
    /// The final move, the tree and the playouts.
    #[param(group, defaults(final_move = BestChild::Mean))]
    bandit: BanditParams,
}

#[agent("m-run-non-recalling")]
impl Recipe for MRunNonRecalling {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(PlayTheWinner::new(Switch::Run { successes: self.m, recall: false })))
    }
}
