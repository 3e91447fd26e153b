//! GPN-MCTS as in the authors' public code.

use super::gpn_mcts::GpnMcts;
use super::shared::*;
use crate::parts::backup::{BoundsUpdate, Coupling, Draws, EarlyStop, Refresh};
use crate::parts::selection::{BiasRule, FirstPlayRule, Pruning, Ranks, Ties};

/// GPN-MCTS as the authors' public code plays it in Ludii (acatai/PNMCTSLudii, commit a68d2ea): competition ranks, mobility, unvisited moves valued at
/// their parent's own expected score, bounds reported by events, marked pruning, random ties, no search with a single legal move, and playouts of at
/// most 200 moves.
///
/// Remaining differences. (1) The final move: Ludii plays the most visited child unless a proven one is worth as much, and may so keep a proven loss
/// that comes first; here proofs come first by a sound rule. (2) With more than two players Ludii takes the best rank that is left at the parent for a
/// win; here a win is the best score of the game. (3) In minishogi, Los Alamos chess and skirmish a promotion is a ply of its own in Ludii, with a turn
/// of its own; here it is part of the move. (4) In ataxx Ludii lists a clone once per stone that makes it; here that is clones = "per-origin".
/// (5) In surakarta a game ends in Ludii when both players agree to count after 100 quiet plies, and a refusal starts the count again; here it ends
/// after `quiet-limit` plies.
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
    #[param(group, defaults(playout_cap = 200, search_single_move = false))]
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
            bounds_update: BoundsUpdate::Reports,
            prune: Pruning::Marked,
            clip: true,
            first_play: FirstPlayRule::NodeValue,
            ties: Ties::Random,
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
