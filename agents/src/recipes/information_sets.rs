//! What searches of information sets have in common.

use super::shared::*;
use crate::parts::chance::OpenLoop;
use crate::parts::expansion::WholeMoves;
use crate::parts::selection::AvailabilityUcb;
use crate::search::Observer;

/// The parameters of searches of information sets.
#[derive(Params, Clone, Debug)]
pub(super) struct InformationSetParams {
    /// The exploration weight C of UCB1, in which a move counts only the visits at which it was legal.
    #[param(default = 0.7, range = 0.0.., source = "Cowling, Powley and Whitehouse 2012, section 7")]
    exploration: f64,
    /// Which child is played when the budget is spent.
    #[param(default = BestChild::Visits, source = "Cowling, Powley and Whitehouse 2012, Alg. 1")]
    final_move: BestChild,
    /// The tree and the playouts.
    #[param(group, fixed(tree_reuse = false))]
    search: SearchParams,
}

impl InformationSetParams {
    /// The search of this observer's information sets.
    pub(super) fn agent(&self, game: &Arc<dyn Game>, observer: Observer) -> Result<Box<dyn Agent>, ParamError> {
        let options = MctsOptions {
            observer: Some(observer),
            // What chance did shows in what players know.
            chance: Box::new(OpenLoop),
            expansion: Box::new(WholeMoves::default()),
            final_move: Box::new(self.final_move),
            ..self.search.options(AvailabilityUcb::new(self.exploration))
        };
        searching(game, options)
    }
}
