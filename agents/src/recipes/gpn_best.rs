//! GPN-MCTS with the choices that did best when they were measured.

use super::choices::{Bias, BoundsRule, DrawRule, FirstPlayRule, PruneRule, RankRule};
use super::gpn_mcts::{GpnMcts, RefreshRule, StopRule};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::{ParamError, Params as _};
use treebench_games::{Game, GameInfo, Params};

/// GPN-MCTS with the choices that did best at 1,000 iterations a turn: the bias "max" with a small weight, and hard pruning.
///
/// Bias and weight have the best average over the games of `configs/gpn_table1.toml` that were played; hard pruning and means that are
/// not clipped those over the games of `configs/gpn_attribution.toml`, by less than the intervals. Together they have 60.2 ± 4.7 %
/// against `gpn-ludii` (`bench run configs/gpn_attribution.toml --set experiment.games-per-cell=100`, the mean over its four games).
#[derive(Params, Clone, Debug)]
struct GpnBest {
    /// How proof numbers become a term of the selection.
    #[param(default = Bias::Max, source = "GPN paper, section 3.2")]
    bias: Bias,
    /// Weight C_pn of that term; results are on the scale [−1, 1].
    #[param(default = 0.5, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// Whether there are bounds on the scores.
    #[param(default = true, source = "GPN paper, section 3.4")]
    score_bounds: bool,
    /// Moves by players after which a playout is cut off.
    #[param(default = 200u32, range = 1..=1_000_000)]
    playout_cap: u32,
}

#[agent("gpn-best")]
impl Recipe for GpnBest {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let full = GpnMcts {
            bias: self.bias,
            c_pn: self.c_pn,
            ranks: RankRule::Competition,
            mobility: true,
            recalc: RefreshRule::Visited,
            early_stop: StopRule::Joint,
            bounds: if self.score_bounds { BoundsRule::Independent } else { BoundsRule::None },
            draws: DrawRule::Proven,
            prune: PruneRule::Hard,
            clip: false,
            first_play: FirstPlayRule::ParentMeanLessOne,
            proven_final: true,
            stop_when_proven: true,
            playout_cap: self.playout_cap,
            ..GpnMcts::defaults()?
        };
        full.agent(game)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        super::choices::no_chance(info)
    }
}
