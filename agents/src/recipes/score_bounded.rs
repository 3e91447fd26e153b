//! Score-bounded MCTS: UCT with bounds on the scores that are certain.

use super::gpn_mcts::{final_move, score_bounds};
use super::groups::{Playouts, RaveParams, SearchShape};
use super::shared::*;
use crate::parts::backup::{AmafUnit, BoundsUpdate, Coupling, Draws, Mean};
use crate::parts::learner::MastUnit;
use crate::parts::selection::{FirstPlayRule, HistoryBias, ProofUcb, Pruning, Ties};
use crate::search::Backup;

/// Score-bounded MCTS (Cazenave and Saffidine 2010), for any number of outcomes and players.
#[derive(Params, Clone, Debug)]
struct ScoreBounded {
    /// Bounds on the scores; "none" leaves plain UCT, for comparison.
    #[param(default = Coupling::Published, source = "Cazenave and Saffidine 2010, section 3")]
    bounds: Coupling,
    /// How a drawn game changes the bounds.
    #[param(default = Draws::Proven)]
    draws: Draws,
    /// How the bounds of a node change with those of its children.
    #[param(default = BoundsUpdate::Children, added, source = "Cazenave and Saffidine 2010; Ludii's ScoreBoundsNode")]
    bounds_update: BoundsUpdate,
    /// What happens to a child that cannot improve on the score that is already certain.
    #[param(default = Pruning::Hard, source = "Cazenave and Saffidine 2010, section 3.3")]
    prune: Pruning,
    /// Whether means are clipped to the bounds.
    #[param(default = false)]
    clip: bool,
    /// The value of an unvisited child.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Which of several children of equal score is selected.
    #[param(default = Ties::First, added)]
    ties: Ties,
    /// Whether the final move is chosen by proofs before visits.
    #[param(default = true)]
    proven_final: bool,
    /// Whether the search ends when the value of the root is proven.
    #[param(default = true)]
    stop_when_proven: bool,
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [−1, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "GPN paper, section 4")]
    exploration: f64,
    /// Whether exploration falls with the variance of a child's results (UCB1-Tuned).
    #[param(default = false, added, source = "Auer et al. 2002, section 4")]
    tuned: bool,
    /// Weight W of Progressive History, a bias towards actions that did well anywhere; 0 for none.
    #[param(default = 0.0, range = 0.0..=1000.0, added, source = "Nijssen and Winands 2011")]
    history: f64,
    /// All-moves-as-first statistics, mixed with the means. Moves are whole here, so that "split", "join", "context" and "mix" are the same; the
    /// exploration weight is C with and without them.
    #[param(
        group,
        fixed(rave_exploration = 0.0, rave_mix_threshold = 7.0, rave_ranks_new = false),
        added(rave, rave_weight, rave_equivalence, rave_bias, rave_ref)
    )]
    rave: RaveParams,
    /// How playouts choose.
    #[param(group, fixed(mast = MastUnit::Split, mast_mix_threshold = 7.0),
        added(playout, mast_tree_only, playout_in_expansion, playout_choice, epsilon, temperature, decay, decay_when, decay_batch, n_grams,
            n_gram_threshold, ppa_rate, ppa_learners, ppa_memory, ppa_decay, replies, reply_forgetting))]
    playouts: Playouts,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("score-bounded")]
impl Recipe for ScoreBounded {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let bounds = score_bounds(&info, self.bounds, self.draws, self.bounds_update, self.prune)?;
        let mut backup: Vec<Box<dyn Backup>> = vec![Box::new(Mean)];
        backup.extend(bounds.map(|bounds| Box::new(bounds) as Box<dyn Backup>));
        let around = SearchShape::of_whole_moves(&info, self.search.playout_cap);
        let mix = self.rave.mix(around, false)?;
        let history = (self.history > 0.0).then(|| HistoryBias::new(self.history, AmafUnit::Split));
        let (playout, learner) = self.playouts.parts(around, mix.is_some() || history.is_some())?;
        let selection = ProofUcb::new(self.exploration / 2.0, self.first_play, self.prune, self.clip, None)
            .with_amaf(mix)
            .with_history(history)
            .with_tuned(self.tuned)
            .with_ties(self.ties);
        let options = MctsOptions {
            backup,
            playout,
            learner,
            final_move: final_move(self.proven_final, None),
            stop_when_solved: self.stop_when_proven,
            ..self.search.options(selection)
        };
        searching(game, options)
    }

    fn suits(&self, info: &GameInfo) -> Result<(), String> {
        no_chance(info)
    }
}
