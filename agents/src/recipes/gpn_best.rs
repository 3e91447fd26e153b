//! GPN-MCTS with the choices that did best when they were measured.

use super::gpn_mcts::GpnMcts;
use super::shared::*;
use crate::parts::backup::{Coupling, Draws, EarlyStop, Refresh};
use crate::parts::selection::{BiasRule, FirstPlayRule, Pruning, Ranks};

/// GPN-MCTS with the choices that did best at 1,000 iterations a turn: the bias "max" with a small weight, and hard pruning.
///
/// Bias and weight have the best average over the games of `configs/gpn_table1.toml` that were played; hard pruning and unclipped means
/// have the best average over those of `configs/gpn_attribution.toml`, by less than the intervals. That experiment also plays it against
/// `gpn-ludii`.
#[derive(Params, Clone, Debug)]
struct GpnBest {
    /// How proof numbers become a term of the selection.
    #[param(default = BiasRule::Max, source = "GPN paper, section 3.2")]
    bias: BiasRule,
    /// Weight C_pn of that term; results are on the scale [−1, 1].
    #[param(default = 0.5, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// Whether there are bounds on the scores.
    #[param(default = true, source = "GPN paper, section 3.4")]
    score_bounds: bool,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("gpn-best")]
impl Recipe for GpnBest {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let full = GpnMcts {
            bias: self.bias,
            c_pn: self.c_pn,
            ranks: Ranks::Competition,
            mobility: true,
            recalc: Refresh::Visited,
            early_stop: EarlyStop::Joint,
            bounds: if self.score_bounds { Coupling::Independent } else { Coupling::None },
            draws: Draws::Proven,
            prune: Pruning::Hard,
            clip: false,
            first_play: FirstPlayRule::ParentMeanLessOne,
            proven_final: true,
            stop_when_proven: true,
            search: self.search.clone(),
            ..GpnMcts::defaults()?
        };
        full.agent(game)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
