//! Flat Monte-Carlo: the same number of random playouts for every move.

use super::shared::*;
use crate::parts::expansion::RootOnly;
use crate::parts::selection::RoundRobin;

/// Flat Monte-Carlo: gives every move the same number of random playouts and plays the one with the best mean.
#[derive(Params, Clone, Debug)]
struct FlatMc {
    /// The playouts.
    #[param(group, fixed(tree_reuse = false, max_nodes = u32::MAX))]
    search: SearchParams,
}

#[agent("flat-mc")]
impl Recipe for FlatMc {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let expansion = Box::new(RootOnly::default());
        searching(game, MctsOptions { expansion, final_move: Box::new(BestChild::Mean), ..self.search.options(RoundRobin) })
    }
}
