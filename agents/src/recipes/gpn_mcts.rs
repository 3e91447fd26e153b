//! Generalized proof-number MCTS, with every choice that the paper or its code makes as a parameter.

use super::groups::{Playouts, RaveParams, SearchShape};
use super::shared::*;
use crate::parts::Goals;
use crate::parts::backup::{BoundsUpdate, Coupling, Draws, EarlyStop, Mean, ProofNumbers, Refresh, ScoreBounds};
use crate::parts::final_move::Proven;
use crate::parts::learner::MastUnit;
use crate::parts::selection::{BiasRule, FirstPlayRule, ProofBias, ProofUcb, Pruning, Ranks, Ties};
use crate::search::{Backup, FinalMove};

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
    /// How the bounds of a node change with those of its children.
    #[param(default = BoundsUpdate::Children, added, source = "Cazenave and Saffidine 2010; Ludii's ScoreBoundsNode")]
    pub(super) bounds_update: BoundsUpdate,
    /// What happens to a child that cannot improve on the score that is already certain.
    #[param(default = Pruning::Hard, source = "Cazenave and Saffidine 2010")]
    pub(super) prune: Pruning,
    /// Whether means are clipped to the bounds.
    #[param(default = true)]
    pub(super) clip: bool,
    /// The value of an unvisited child.
    #[param(default = FirstPlayRule::First, source = "GPN paper, Alg. 1")]
    pub(super) first_play: FirstPlayRule,
    /// Which of several children of equal score is selected.
    #[param(default = Ties::First, added)]
    pub(super) ties: Ties,
    /// Whether the final move is chosen by proofs before visits.
    #[param(default = true)]
    pub(super) proven_final: bool,
    /// Whether the search ends when the value of the root is proven.
    #[param(default = true)]
    pub(super) stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "GPN paper, section 4")]
    pub(super) exploration: f64,
    /// All-moves-as-first statistics, mixed with the means. Moves are whole here, so that "split", "join", "context" and "mix" are the same.
    #[param(group, defaults(rave_exploration = std::f64::consts::FRAC_1_SQRT_2), fixed(rave_mix_threshold = 7.0, rave_ranks_new = false),
        added(rave, rave_exploration, rave_weight, rave_equivalence, rave_bias, rave_ref))]
    pub(super) rave: RaveParams,
    /// How playouts choose.
    #[param(group, fixed(mast = MastUnit::Split, mast_mix_threshold = 7.0),
        added(playout, mast_tree_only, playout_in_expansion, playout_choice, epsilon, temperature, decay, decay_when, decay_batch, n_grams,
            n_gram_threshold, ppa_rate, ppa_learners, ppa_memory, ppa_decay, replies, reply_forgetting))]
    pub(super) playouts: Playouts,
    /// The tree and the playouts.
    #[param(group)]
    pub(super) search: SearchParams,
}

#[agent("gpn-mcts")]
impl Recipe for GpnMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let goals = Goals::EveryPlayer { players: info.players };
        let bounds = score_bounds(&info, self.bounds, self.draws, self.bounds_update, self.prune)?;
        let around = SearchShape::of_whole_moves(&info, self.search.playout_cap);
        let mix = self.rave.mix(around, false)?;
        let exploration = if mix.is_some() { self.rave.rave_exploration } else { self.exploration / 2.0 };
        let (playout, learner) = self.playouts.parts(around, mix.is_some())?;
        let bias = ProofBias {
            goals,
            rule: self.bias,
            ranks: self.ranks,
            weight: self.c_pn / 2.0,
            wins: bounds.is_none(),
            always: self.recalc == Refresh::Always,
            skip_hopeless_after: None,
        };
        let numbers =
            ProofNumbers { mobility: self.mobility, early_stop: self.early_stop, refresh: self.recalc, ..ProofNumbers::new(goals) };
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean), Box::new(numbers)];
        backup.extend(bounds.map(|bounds| Box::new(bounds) as Box<dyn Backup>));
        let selection = ProofUcb::new(exploration, self.first_play, self.prune, self.clip, Some(bias)).with_amaf(mix).with_ties(self.ties);
        let options = MctsOptions {
            backup,
            playout,
            learner,
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
pub(super) fn score_bounds(
    info: &GameInfo,
    coupling: Coupling,
    draws: Draws,
    update: BoundsUpdate,
    pruning: Pruning,
) -> Result<Option<ScoreBounds>, ParamError> {
    let bounds = ScoreBounds::for_game(info, coupling, draws).map_err(|reason| ParamError::rule("bounds", reason))?;
    let updated = bounds.map(|bounds| bounds.updated(update, pruning == Pruning::Marked)).transpose();
    updated.map_err(|reason| ParamError::rule("bounds-update", reason))
}

/// Most visits, after proofs if `proven`.
pub(super) fn final_move(proven: bool, goals: Option<Goals>) -> Box<dyn FinalMove> {
    if proven { Box::new(Proven::new(goals, Box::new(BestChild::Visits))) } else { Box::new(BestChild::Visits) }
}
