//! A search that may prove scores, and everything that combines with it.

use super::{Playouts, RaveParams, SearchShape};
use crate::parts::backup::{AmafUnit, BoundsUpdate, Coupling, Draws, Mean, ProofNumbers, ScoreBounds};
use crate::parts::final_move::ProvenChild;
use crate::parts::learner::MastUnit;
use crate::parts::selection::{BoundedValue, Composition, FirstPlayRule, HistoryBias, ProofBias, Pruning, Ties};
use crate::recipes::shared::*;
use crate::search::{Backup, FinalMove};

/// Bounds on the scores, and a selection rule whose terms combine freely.
#[derive(Params, Clone, Debug)]
pub(in crate::recipes) struct ProvingSearch {
    /// Bounds on the scores; "none" for none.
    #[param(default = Coupling::Published, source = "GPN paper, section 3.4")]
    pub(in crate::recipes) bounds: Coupling,
    /// How a drawn game changes the bounds.
    #[param(default = Draws::Proven)]
    pub(in crate::recipes) draws: Draws,
    /// How the bounds of a node change with those of its children.
    #[param(default = BoundsUpdate::Children, added, source = "Cazenave and Saffidine 2010; Ludii's ScoreBoundsNode")]
    pub(in crate::recipes) bounds_update: BoundsUpdate,
    /// What happens to a child that cannot improve on the score that is certain by `bounds`.
    #[param(default = Pruning::Hard, source = "Cazenave and Saffidine 2010, section 3.3")]
    pub(in crate::recipes) prune: Pruning,
    /// Whether means are clipped to the bounds.
    #[param(default = false)]
    pub(in crate::recipes) clip: bool,
    /// The value of an unvisited child.
    #[param(default = FirstPlayRule::First, source = "GPN paper, Alg. 1")]
    pub(in crate::recipes) first_play: FirstPlayRule,
    /// Which of several children of equal score is selected.
    #[param(default = Ties::First, added)]
    pub(in crate::recipes) ties: Ties,
    /// Whether the final move is chosen by proofs before visits.
    #[param(default = true)]
    pub(in crate::recipes) proven_final: bool,
    /// Whether the search ends when the value of the root is proven.
    #[param(default = true)]
    pub(in crate::recipes) stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "GPN paper, section 4")]
    pub(in crate::recipes) exploration: f64,
    /// Whether exploration falls with the variance of a child's results (UCB1-Tuned).
    #[param(default = false, added, source = "Auer et al. 2002, section 4")]
    pub(in crate::recipes) tuned: bool,
    /// Weight W of Progressive History, a bias towards actions that did well anywhere; 0 for none.
    #[param(default = 0.0, range = 0.0..=1000.0, added, source = "Nijssen and Winands 2011")]
    pub(in crate::recipes) history: f64,
    /// All-moves-as-first statistics, mixed with the means. Moves are whole here, so that "split", "join", "context" and "mix" are the same.
    #[param(
        group,
        fixed(rave_exploration = 0.0, rave_mix_threshold = 7.0, rave_ranks_new = false),
        added(rave, rave_weight, rave_equivalence, rave_bias, rave_ref)
    )]
    pub(in crate::recipes) rave: RaveParams,
    /// How playouts choose.
    #[param(group, fixed(mast = MastUnit::Split, mast_mix_threshold = 7.0),
        added(playout, mast_tree_only, playout_in_expansion, playout_choice, epsilon, temperature, decay, decay_when, decay_batch, n_grams,
            n_gram_threshold, ppa_rate, ppa_learners, ppa_memory, ppa_decay, replies, reply_forgetting))]
    pub(in crate::recipes) playouts: Playouts,
    /// The tree and the playouts.
    #[param(group)]
    pub(in crate::recipes) search: SearchParams,
}

impl ProvingSearch {
    /// The agent with this exploration weight on the scale [0, 1], and with proof numbers.
    ///
    /// # Errors
    /// If the parameters contradict each other, or the game does not have what they need.
    pub(in crate::recipes) fn agent(
        &self,
        game: &Arc<dyn Game>,
        exploration: f64,
        proofs: Option<(ProofNumbers, ProofBias)>,
    ) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let around = SearchShape::of_whole_moves(&info, self.search.playout_cap);
        let amaf = self.rave.mix(around, false)?;
        let history = (self.history > 0.0).then(|| HistoryBias::new(self.history, AmafUnit::Split));
        let (playout, learner) = self.playouts.parts(around, amaf.is_some() || history.is_some())?;
        let (numbers, proofs) = proofs.unzip();
        let goals = proofs.as_ref().map(|bias| bias.goals);
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean)];
        backup.extend(numbers.map(|numbers| Box::new(numbers) as Box<dyn Backup>));
        backup.extend(self.score_bounds(&info)?.map(|bounds| Box::new(bounds) as Box<dyn Backup>));
        let most_visited: Box<dyn FinalMove> = Box::new(BestChild::Visits);
        let bounds = Some(BoundedValue::new(self.prune, self.clip));
        let selection = Composition { amaf, bounds, history, proofs, ties: self.ties, ..Composition::new(self.first_play) };
        let options = MctsOptions {
            backup,
            playout,
            learner,
            final_move: if self.proven_final { Box::new(ProvenChild::new(goals, most_visited)) } else { most_visited },
            stop_when_solved: self.stop_when_proven,
            ..self.search.options_with(selection.ucb1(exploration, self.tuned))
        };
        searching(game, options)
    }

    fn score_bounds(&self, info: &GameInfo) -> Result<Option<ScoreBounds>, ParamError> {
        let bounds = ScoreBounds::for_game(info, self.bounds, self.draws).map_err(|reason| ParamError::rule("bounds", reason))?;
        let updated = bounds.map(|bounds| bounds.updated(self.bounds_update, self.prune == Pruning::Marked)).transpose();
        updated.map_err(|reason| ParamError::rule("bounds-update", reason))
    }
}
