//! k-failure.

use super::shared::*;
use crate::parts::selection::{PlayTheWinner, Switch};

/// k-failure: plays each child until it has failed k times, then the next, and after the last the first again (Bjorge and Schaeffer 2010,
/// section 4.3.1).
#[derive(Params, Clone, Debug)]
struct KFailure {
    /// Failures after which the search leaves a child.
    #[param(default = 1u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 4.3.1, k")]
    k: u32,
    /// The final move, the tree and the playouts.
    #[param(group, defaults(final_move = BestChild::Mean))]
    bandit: BanditParams,
}

#[agent("k-failure")]
impl Recipe for KFailure {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        searching(game, self.bandit.options(PlayTheWinner::new(Switch::Failures(self.k))))
    }
}
