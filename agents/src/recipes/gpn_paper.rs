//! GPN-MCTS to the letter of the paper.

use super::gpn_mcts::GpnMcts;
use super::shared::*;
use crate::parts::backup::{Coupling, Draws, EarlyStop, Refresh};
use crate::parts::selection::{BiasRule, FirstPlayRule, Pruning, Ranks};

/// GPN-MCTS as in Alg. 1 of the paper: all children first, dense ranks, leaves that count 1, an early stop per player.
///
/// Alg. 1 sums over the children in the tree only; here those not yet in the tree count 1, as in proof-number search, because otherwise a
/// single proven reply would prove too much. A proven move is played even if others have more visits: once the root is solved, visits
/// say nothing any more. The paper gives no limit for playouts (its code has 200 moves, as `gpn-ludii`).
#[derive(Params, Clone, Debug)]
struct GpnPaper {
    /// How proof numbers become a term of the selection.
    #[param(default = BiasRule::Rank, source = "GPN paper, section 3.2")]
    bias: BiasRule,
    /// Weight C_pn of that term; results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// Whether a new leaf starts with the number of its moves instead of 1 for goals that need a proof of all its moves.
    #[param(default = false, source = "GPN paper, section 3.3")]
    mobility: bool,
    /// Whether there are bounds on the scores.
    #[param(default = true, source = "GPN paper, section 3.4")]
    score_bounds: bool,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("gpn-paper")]
impl Recipe for GpnPaper {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let full = GpnMcts {
            bias: self.bias,
            c_pn: self.c_pn,
            ranks: Ranks::Dense,
            mobility: self.mobility,
            recalc: Refresh::Changed,
            early_stop: EarlyStop::Each,
            bounds: if self.score_bounds { Coupling::Published } else { Coupling::None },
            draws: Draws::Proven,
            prune: Pruning::Hard,
            clip: false,
            first_play: FirstPlayRule::First,
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
