//! GPN-MCTS as in the authors' public code.

use super::gpn_mcts::GpnMcts;
use super::shared::*;
use crate::parts::backup::{Coupling, Draws, EarlyStop, Refresh};
use crate::parts::selection::{BiasRule, FirstPlayRule, Pruning, Ranks};

/// GPN-MCTS as in Ludii: competition ranks, mobility, parent means for unvisited moves, independent bounds, soft pruning, and playouts of at
/// most 200 moves.
///
/// Known differences: the final move prefers proofs by a sound rule (Ludii's may play a proven loss), ties in the selection go to the child
/// visited first, and a turn with a single legal move is searched like any other.
#[derive(Params, Clone, Debug)]
struct GpnLudii {
    /// How proof numbers become a term of the selection.
    #[param(default = BiasRule::Rank, source = "GPN paper, section 3.2")]
    bias: BiasRule,
    /// Weight C_pn of that term; results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// Whether there are bounds on the scores.
    #[param(default = true, source = "GPN paper, section 3.4")]
    score_bounds: bool,
    /// The tree and the playouts.
    #[param(group, defaults(playout_cap = 200))]
    search: SearchParams,
}

#[agent("gpn-ludii")]
impl Recipe for GpnLudii {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let full = GpnMcts {
            bias: self.bias,
            c_pn: self.c_pn,
            ranks: Ranks::Competition,
            mobility: true,
            recalc: Refresh::Visited,
            early_stop: EarlyStop::Joint,
            bounds: if self.score_bounds { Coupling::Independent } else { Coupling::None },
            draws: Draws::Silent,
            prune: Pruning::Soft,
            clip: true,
            first_play: FirstPlayRule::ParentMeanLessOne,
            proven_final: true,
            stop_when_proven: false,
            search: self.search.clone(),
            ..GpnMcts::defaults()?
        };
        full.agent(game)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
