//! PN-MCTS: proof and disproof numbers of the root's player bias the selection.

use super::choices::{FirstPlayRule, RankRule, no_chance};
use crate::parts::Goals;
use crate::parts::backup::{EarlyStop, Mean, ProofNumbers, Refresh};
use crate::parts::final_move::{FinalMove, MostVisits, Proven};
use crate::parts::selection::{BiasRule, ProofBias, ProofUcb, Pruning, Ranks};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// PN-MCTS (Doe et al. 2022; Kowalski et al. 2024): the root's player ranks moves by proof numbers, the others by disproof numbers.
#[derive(Params, Clone, Debug)]
struct PnMcts {
    /// Weight C_pn of the rank term; results are on the scale [−1, 1].
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    c_pn: f64,
    /// How places in the order are counted.
    #[param(default = RankRule::Dense, source = "GPN paper, eq. 3")]
    ranks: RankRule,
    /// Whether a proven win is played at once and a move that cannot win only if there is no other.
    #[param(default = true, source = "Kowalski et al. 2024, final move selection")]
    proven_final: bool,
    /// Whether subtrees in which the mover cannot reach his goal are left alone.
    #[param(default = true, source = "Kowalski et al. 2024, solving subtrees")]
    skip_solved: bool,
    /// Visits that such a subtree gets nevertheless.
    #[param(default = 0u32, range = 0..=4_000_000_000u32)]
    skip_after: u32,
    /// Whether there are numbers for "at least a draw" too, which count where a win is proven or impossible.
    #[param(default = false, source = "Kowalski et al. 2024, second tree for draws")]
    draw_tree: bool,
    /// Whether a new leaf counts its moves where all of them must be proven, instead of 1.
    #[param(default = false)]
    mobility: bool,
    /// What a child without visits is worth.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Whether the search ends when a win is proven.
    #[param(default = true)]
    stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0)]
    exploration: f64,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true)]
    tree_reuse: bool,
    /// Moves by players after which a playout is cut off.
    #[param(default = 200u32, range = 1..=1_000_000)]
    playout_cap: u32,
    /// The result of a playout that was cut off, for every player, on the scale [0, 1].
    #[param(default = 0.5, range = 0.0..=1.0)]
    cap_score: f64,
    /// Nodes (of about 48 bytes) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("pn-mcts")]
impl Recipe for PnMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let goals = Goals::RootPlayer { draws: self.draw_tree };
        let ranks = match self.ranks {
            RankRule::Dense => Ranks::Dense,
            RankRule::Competition => Ranks::Competition,
        };
        let bias = ProofBias {
            goals,
            rule: BiasRule::Rank(ranks),
            weight: self.c_pn / 2.0,
            wins: false,
            skip_hopeless_after: self.skip_solved.then_some(self.skip_after),
        };
        let numbers =
            ProofNumbers { goals, mobility: self.mobility, early_stop: EarlyStop::Joint, refresh: Refresh::Visited, until_refuted: false };
        let final_move: Box<dyn FinalMove> =
            if self.proven_final { Box::new(Proven { goals: Some(goals), then: Box::new(MostVisits) }) } else { Box::new(MostVisits) };
        let options = MctsOptions {
            selection: Box::new(ProofUcb::new(self.exploration / 2.0, self.first_play.part(), Pruning::Off, false, Some(bias))),
            backup: vec![Box::new(Mean), Box::new(numbers)],
            final_move,
            facts: Facts { bounds: 0, goals: goals.count(), one_sided: true, ..Facts::default() },
            stop_when_settled: self.stop_when_proven,
            cap_score: self.cap_score,
            reuse: self.tree_reuse,
            max_nodes: self.max_nodes as usize,
            ..MctsOptions::uct(self.playout_cap)
        };
        Ok(Box::new(Mcts::new(game.info(), options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
