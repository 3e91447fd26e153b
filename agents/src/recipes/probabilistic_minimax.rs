//! Probabilistic minimax Monte-Carlo.

use super::shared::*;
use crate::parts::final_move::BestProbability;
use crate::parts::selection::MaxProbability;

/// Probabilistic minimax Monte-Carlo: follows the child that is most likely to be minimax-optimal, by probabilities instead of means (Bjorge
/// and Schaeffer 2010, section 4.3.5, Alg. 2). As printed it needs no playouts, and by default it makes none.
#[derive(Params, Clone, Debug)]
struct ProbabilisticMinimax {
    /// Whether a leaf starts with the result of a playout, of at most `playout-cap` moves, instead of even chances.
    #[param(default = false, source = "not in the report")]
    playouts: bool,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("probabilistic-minimax")]
impl Recipe for ProbabilisticMinimax {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        // A playout of no moves leaves all results at the cap's score.
        let search = if self.playouts { self.search.clone() } else { SearchParams { playout_cap: 0, ..self.search.clone() } };
        let options = MctsOptions { final_move: Box::<BestProbability>::default(), ..search.options(MaxProbability::new(self.playouts)) };
        searching(game, options)
    }

    fn supports(&self, info: &GameInfo) -> Result<(), String> {
        two_without_chance(info)
    }
}
