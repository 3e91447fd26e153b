//! Generalized proof-number MCTS, with every choice that the paper or its code makes as a parameter.

use super::choices::{Bias, BoundsRule, DrawRule, FirstPlayRule, PruneRule, RankRule, no_chance};
use crate::parts::Goals;
use crate::parts::backup::{Backup, EarlyStop, Mean, ProofNumbers, Refresh, ScoreBounds};
use crate::parts::final_move::{FinalMove, MostVisits, Proven};
use crate::parts::selection::{ProofBias, ProofUcb};
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// Generalized proof-number MCTS (Kowalski, Soemers, Kosakowski and Winands 2025): every player's proof numbers bias the selection.
#[derive(Params, Clone, Debug)]
pub(super) struct GpnMcts {
    /// How proof numbers become a term of the selection.
    #[param(default = Bias::Rank, source = "GPN paper, section 3.2")]
    pub(super) bias: Bias,
    /// Weight C_pn of that term; results are on the scale [−1, 1]. At 0 the numbers are still kept.
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    pub(super) c_pn: f64,
    /// How places in the order are counted, with the bias "rank".
    #[param(default = RankRule::Dense, source = "GPN paper, eq. 3")]
    pub(super) ranks: RankRule,
    /// Whether a new leaf counts its moves where all of them must be proven, instead of 1.
    #[param(default = true, source = "GPN paper, section 3.3")]
    pub(super) mobility: bool,
    /// Which nodes have their children's terms computed anew when they are next passed.
    #[param(default = RefreshRule::Visited, source = "GPN paper, Alg. 1, line 38")]
    pub(super) recalc: RefreshRule,
    /// Where the backup of proof numbers ends.
    #[param(default = StopRule::Each, source = "GPN paper, Alg. 1, lines 33 to 39")]
    pub(super) early_stop: StopRule,
    /// Bounds on the scores.
    #[param(default = BoundsRule::Published, source = "GPN paper, section 3.4")]
    pub(super) bounds: BoundsRule,
    /// What the end of a game in a draw does to the bounds.
    #[param(default = DrawRule::Proven)]
    pub(super) draws: DrawRule,
    /// What becomes of children that can give no more than is certain already.
    #[param(default = PruneRule::Hard, source = "Cazenave and Saffidine 2010")]
    pub(super) prune: PruneRule,
    /// Whether means are drawn into the bounds.
    #[param(default = true)]
    pub(super) clip: bool,
    /// What a child without visits is worth.
    #[param(default = FirstPlayRule::First, source = "GPN paper, Alg. 1")]
    pub(super) first_play: FirstPlayRule,
    /// Whether proofs decide the final move before visits do.
    #[param(default = true)]
    pub(super) proven_final: bool,
    /// Whether the search ends when the value of the root is proven.
    #[param(default = true)]
    pub(super) stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "GPN paper, section 4")]
    pub(super) exploration: f64,
    /// Whether the tree is carried over to the next turn.
    #[param(default = true, source = "GPN paper, section 3.4")]
    pub(super) tree_reuse: bool,
    /// Moves by players after which a playout is cut off; 200 in the authors' code.
    #[param(default = 200u32, range = 1..=1_000_000)]
    pub(super) playout_cap: u32,
    /// The result of a playout that was cut off, for every player, on the scale [0, 1].
    #[param(default = 0.5, range = 0.0..=1.0)]
    pub(super) cap_score: f64,
    /// Nodes (of about 32 bytes, and 16 more per player) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    pub(super) max_nodes: u32,
}

/// Which nodes have their children's terms computed anew.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum RefreshRule {
    /// Those with a number that changed (Alg. 1).
    Changed,
    /// Also the last one that the backup looked at, a child of which changed (the authors' code).
    Visited,
}

/// Where the backup of proof numbers ends.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(super) enum StopRule {
    /// For each player where the own number does not change (Alg. 1).
    Each,
    /// Where no player's number changes (the authors' code).
    Joint,
    /// At the root.
    Off,
}

#[agent("gpn-mcts")]
impl Recipe for GpnMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let goals = Goals::EveryPlayer { players: info.players };
        let coupling = self.bounds.part(&info)?;
        let bias = ProofBias {
            goals,
            rule: self.bias.part(self.ranks),
            weight: self.c_pn / 2.0,
            wins: coupling.is_none(),
            skip_hopeless_after: None,
        };
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean), Box::new(self.proof_numbers(goals))];
        if let Some(coupling) = coupling {
            backup.push(Box::new(ScoreBounds { coupling, draws: self.draws.part() }));
        }
        let final_move: Box<dyn FinalMove> =
            if self.proven_final { Box::new(Proven { goals: Some(goals), then: Box::new(MostVisits) }) } else { Box::new(MostVisits) };
        let options = MctsOptions {
            selection: Box::new(ProofUcb::new(self.exploration / 2.0, self.first_play.part(), self.prune.part(), self.clip, Some(bias))),
            backup,
            final_move,
            facts: Facts { bounds: if coupling.is_some() { info.players } else { 0 }, goals: goals.count(), ..Facts::default() },
            stop_when_settled: self.stop_when_proven,
            cap_score: self.cap_score,
            reuse: self.tree_reuse,
            max_nodes: self.max_nodes as usize,
            ..MctsOptions::uct(self.playout_cap)
        };
        Ok(Box::new(Mcts::new(info, options)))
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}

impl GpnMcts {
    fn proof_numbers(&self, goals: Goals) -> ProofNumbers {
        ProofNumbers {
            goals,
            mobility: self.mobility,
            early_stop: match self.early_stop {
                StopRule::Each => EarlyStop::Each,
                StopRule::Joint => EarlyStop::Joint,
                StopRule::Off => EarlyStop::Off,
            },
            refresh: match self.recalc {
                RefreshRule::Changed => Refresh::Changed,
                RefreshRule::Visited => Refresh::Visited,
            },
            until_refuted: false,
        }
    }
}
