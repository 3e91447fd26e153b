//! GPN-MCTS to the letter of the paper.

use super::choices::{Bias, BoundsRule, DrawRule, FirstPlayRule, PruneRule, RankRule};
use super::gpn_mcts::{GpnMcts, RefreshRule, StopRule};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::{ParamError, Params as _};
use treebench_games::{Game, GameInfo, Params};

/// GPN-MCTS as Alg. 1 of the paper has it: all children first, dense ranks, leaves that count 1, stops per player.
///
/// Where Alg. 1 sums over the children in the tree only, those not yet there count 1, as in proof-number search; otherwise a single
/// proven reply would prove too much. A proven move is played even if others have more visits: once the root is solved, visits say
/// nothing any more.
#[derive(Params, Clone, Debug)]
struct GpnPaper {
    /// How proof numbers become a term of the selection.
    #[param(default = Bias::Rank, source = "GPN paper, section 3.2")]
    bias: Bias,
    /// Weight C_pn of that term; results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// Whether a new leaf counts its moves where all of them must be proven, instead of 1.
    #[param(default = false, source = "GPN paper, section 3.3")]
    mobility: bool,
    /// Whether there are bounds on the scores.
    #[param(default = true, source = "GPN paper, section 3.4")]
    score_bounds: bool,
    /// Moves by players after which a playout is cut off; the paper names none.
    #[param(default = 200u32, range = 1..=1_000_000)]
    playout_cap: u32,
}

#[agent("gpn-paper")]
impl Recipe for GpnPaper {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let full = GpnMcts {
            bias: self.bias,
            c_pn: self.c_pn,
            ranks: RankRule::Dense,
            mobility: self.mobility,
            recalc: RefreshRule::Changed,
            early_stop: StopRule::Each,
            bounds: if self.score_bounds { BoundsRule::Published } else { BoundsRule::None },
            draws: DrawRule::Proven,
            prune: PruneRule::Hard,
            clip: false,
            first_play: FirstPlayRule::First,
            proven_final: true,
            stop_when_proven: false,
            playout_cap: self.playout_cap,
            ..GpnMcts::defaults()?
        };
        full.agent(game)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        super::choices::no_chance(info)
    }
}
