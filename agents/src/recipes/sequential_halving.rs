//! Sequential halving at the root.

use super::shared::*;
use crate::parts::selection::{FirstPlayRule, SequentialHalving, Ucb1};

/// Sequential halving at the root and UCB1 below: the budget is spent in rounds, and after each the worse half of the moves is dropped (Karnin
/// et al. 2013). The tree is not kept for the next turn.
#[derive(Params, Clone, Debug)]
struct SequentialHalvingUct {
    /// Exploration weight C; results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1")]
    exploration: f64,
    /// Iterations to plan for where the budget is time or states.
    #[param(default = 10_000u32, range = 1..=4_000_000_000u32)]
    assumed_iterations: u32,
    /// The tree and the playouts.
    #[param(group, fixed(tree_reuse = false))]
    search: SearchParams,
}

#[agent("sequential-halving")]
impl Recipe for SequentialHalvingUct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let below = Ucb1::new(self.exploration, FirstPlayRule::First);
        let selection = SequentialHalving::new(Box::new(below), u64::from(self.assumed_iterations));
        searching(game, self.search.options(selection))
    }
}
