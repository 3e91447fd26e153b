//! Generalized proof-number MCTS, with every choice that the paper or its code makes as a parameter.

use super::shared::*;
use crate::parts::backup::{Coupling, Draws, EarlyStop, Mean, ProofNumbers, Refresh, ScoreBounds};
use crate::parts::final_move::Proven;
use crate::parts::selection::{BiasRule, FirstPlayRule, ProofBias, ProofUcb, Pruning, Ranks};
use crate::parts::{Backup, FinalMove, Goals};

/// Generalized proof-number MCTS (Kowalski, Soemers, Kosakowski and Winands 2025): every player's proof numbers bias the selection.
#[derive(Params, Clone, Debug)]
pub(super) struct GpnMcts {
    /// How proof numbers become a term of the selection.
    #[param(default = BiasRule::Rank, source = "GPN paper, section 3.2")]
    pub(super) bias: BiasRule,
    /// Weight C_pn of that term; results are on the scale [−1, 1]. At 0 the numbers are still computed.
    #[param(default = 1.0, range = 0.0..=1000.0, source = "GPN paper, eq. 2")]
    pub(super) c_pn: f64,
    /// How ranks are counted, with the bias "rank".
    #[param(default = Ranks::Dense, source = "GPN paper, eq. 3")]
    pub(super) ranks: Ranks,
    /// Whether a new leaf starts with the number of its moves instead of 1 for goals that need a proof of all its moves.
    #[param(default = true, source = "GPN paper, section 3.3")]
    pub(super) mobility: bool,
    /// Which nodes recompute the bias terms of their children at their next visit.
    #[param(default = Refresh::Visited, source = "GPN paper, Alg. 1, line 38")]
    pub(super) recalc: Refresh,
    /// Where the update of proof numbers on the way to the root stops.
    #[param(default = EarlyStop::Each, source = "GPN paper, Alg. 1, lines 33 to 39")]
    pub(super) early_stop: EarlyStop,
    /// Bounds on the scores.
    #[param(default = Coupling::Published, source = "GPN paper, section 3.4")]
    pub(super) bounds: Coupling,
    /// How a drawn game changes the bounds.
    #[param(default = Draws::Proven)]
    pub(super) draws: Draws,
    /// What happens to a child that cannot improve on the score that is already certain.
    #[param(default = Pruning::Hard, source = "Cazenave and Saffidine 2010")]
    pub(super) prune: Pruning,
    /// Whether means are clipped to the bounds.
    #[param(default = true)]
    pub(super) clip: bool,
    /// The value of an unvisited child.
    #[param(default = FirstPlayRule::First, source = "GPN paper, Alg. 1")]
    pub(super) first_play: FirstPlayRule,
    /// Whether the final move is chosen by proofs before visits.
    #[param(default = true)]
    pub(super) proven_final: bool,
    /// Whether the search ends when the value of the root is proven.
    #[param(default = true)]
    pub(super) stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "GPN paper, section 4")]
    pub(super) exploration: f64,
    /// The tree and the playouts.
    #[param(group)]
    pub(super) search: SearchParams,
}

#[agent("gpn-mcts")]
impl Recipe for GpnMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let goals = Goals::EveryPlayer { players: info.players };
        let bounds = score_bounds(&info, self.bounds, self.draws)?;
        let bias = ProofBias {
            goals,
            rule: self.bias,
            ranks: self.ranks,
            weight: self.c_pn / 2.0,
            wins: bounds.is_none(),
            skip_hopeless_after: None,
        };
        let numbers =
            ProofNumbers { mobility: self.mobility, early_stop: self.early_stop, refresh: self.recalc, ..ProofNumbers::new(goals) };
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean), Box::new(numbers)];
        backup.extend(bounds.map(|bounds| Box::new(bounds) as Box<dyn Backup>));
        let selection = ProofUcb::new(self.exploration / 2.0, self.first_play, self.prune, self.clip, Some(bias));
        let options = MctsOptions {
            backup,
            final_move: final_move(self.proven_final, Some(goals)),
            stop_when_solved: self.stop_when_proven,
            ..self.search.options(selection)
        };
        searching(game, options)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}

/// The bounds on scores, if a recipe has any.
pub(super) fn score_bounds(info: &GameInfo, coupling: Coupling, draws: Draws) -> Result<Option<ScoreBounds>, ParamError> {
    ScoreBounds::for_game(info, coupling, draws).map_err(|reason| ParamError::rule("bounds", reason))
}

/// Most visits, after proofs if `proven`.
pub(super) fn final_move(proven: bool, goals: Option<Goals>) -> Box<dyn FinalMove> {
    if proven { Box::new(Proven::new(goals, Box::new(BestChild::Visits))) } else { Box::new(BestChild::Visits) }
}
