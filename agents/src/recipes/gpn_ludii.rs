//! GPN-MCTS as the authors' public code has it.

use super::choices::{Bias, BoundsRule, DrawRule, FirstPlayRule, PruneRule, RankRule};
use super::gpn_mcts::{GpnMcts, RefreshRule, StopRule};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::{ParamError, Params as _};
use treebench_games::{Game, GameInfo, Params};

/// GPN-MCTS as in Ludii: competition ranks, mobility, parent means for untried moves, independent bounds, soft pruning.
///
/// Known to differ: a proven move is preferred by a sound rule (Ludii's may keep a proven loss), ties in the selection go to the
/// child visited first, and a turn with one legal move is searched like any other.
#[derive(Params, Clone, Debug)]
struct GpnLudii {
    /// How proof numbers become a term of the selection.
    #[param(default = Bias::Rank, source = "GPN paper, section 3.2")]
    bias: Bias,
    /// Weight C_pn of that term; results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// Whether there are bounds on the scores.
    #[param(default = true, source = "GPN paper, section 3.4")]
    score_bounds: bool,
    /// Moves by players after which a playout is cut off.
    #[param(default = 200u32, range = 1..=1_000_000)]
    playout_cap: u32,
}

#[agent("gpn-ludii")]
impl Recipe for GpnLudii {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let full = GpnMcts {
            bias: self.bias,
            c_pn: self.c_pn,
            ranks: RankRule::Competition,
            mobility: true,
            recalc: RefreshRule::Visited,
            early_stop: StopRule::Joint,
            bounds: if self.score_bounds { BoundsRule::Independent } else { BoundsRule::None },
            draws: DrawRule::Silent,
            prune: PruneRule::Soft,
            clip: true,
            first_play: FirstPlayRule::ParentMeanLessOne,
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
