//! Score-bounded MCTS: UCT that knows between what scores a position certainly lies.

use super::choices::{BoundsRule, DrawRule, FirstPlayRule, PruneRule, no_chance};
use crate::parts::backup::{Backup, Mean, ScoreBounds};
use crate::parts::final_move::{FinalMove, MostVisits, Proven};
use crate::parts::selection::ProofUcb;
use crate::search::{Facts, Mcts, MctsOptions};
use crate::{Agent, Recipe, agent};
use std::sync::Arc;
use treebench_games::params::ParamError;
use treebench_games::{Game, GameInfo, Params};

/// Score-bounded MCTS (Cazenave and Saffidine 2010), for any number of outcomes and players.
#[derive(Params, Clone, Debug)]
struct ScoreBounded {
    /// Bounds on the scores; "none" leaves plain UCT, for comparison.
    #[param(default = BoundsRule::Published, source = "Cazenave and Saffidine 2010, section 3")]
    bounds: BoundsRule,
    /// What the end of a game in a draw does to the bounds.
    #[param(default = DrawRule::Proven)]
    draws: DrawRule,
    /// What becomes of children that can give no more than is certain already.
    #[param(default = PruneRule::Hard, source = "Cazenave and Saffidine 2010, section 3.3")]
    prune: PruneRule,
    /// Whether means are drawn into the bounds.
    #[param(default = false)]
    clip: bool,
    /// What a child without visits is worth.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Whether proofs decide the final move before visits do.
    #[param(default = true)]
    proven_final: bool,
    /// Whether the search ends when the value of the root is proven.
    #[param(default = true)]
    stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "GPN paper, section 4")]
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
    /// Nodes (of about 32 bytes, and 8 more per player) beyond which the tree stops growing.
    #[param(default = 30_000_000u32, range = 1000..=4_000_000_000u32)]
    max_nodes: u32,
}

#[agent("score-bounded")]
impl Recipe for ScoreBounded {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let coupling = self.bounds.part(&info)?;
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean)];
        if let Some(coupling) = coupling {
            backup.push(Box::new(ScoreBounds { coupling, draws: self.draws.part() }));
        }
        let final_move: Box<dyn FinalMove> =
            if self.proven_final { Box::new(Proven { goals: None, then: Box::new(MostVisits) }) } else { Box::new(MostVisits) };
        let options = MctsOptions {
            selection: Box::new(ProofUcb::new(self.exploration / 2.0, self.first_play.part(), self.prune.part(), self.clip, None)),
            backup,
            final_move,
            facts: Facts { bounds: if coupling.is_some() { info.players } else { 0 }, ..Facts::default() },
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
