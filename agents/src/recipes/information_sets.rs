//! Shared code of information-set searches.

use super::groups::{PlayoutKind, PlayoutParts, Playouts, RaveParams, SearchShape};
use super::shared::*;
use crate::parts::chance::OpenLoop;
use crate::parts::expansion::WholeMoves;
use crate::parts::learner::{DecayTime, MastUnit, ReplyRule};
use crate::parts::selection::AvailabilityUcb;
use crate::search::Observer;

/// The parameters of searches of information sets.
#[derive(Params, Clone, Debug)]
pub(super) struct InformationSetParams {
    /// The exploration weight C of UCB1, in which a move counts only the visits at which it was legal.
    #[param(default = 0.7, range = 0.0.., source = "Cowling, Powley and Whitehouse 2012, section 7")]
    exploration: f64,
    /// Which child is played when the budget is spent.
    #[param(default = BestChild::Visits, source = "Cowling, Powley and Whitehouse 2012, Alg. 1")]
    final_move: BestChild,
    /// All-moves-as-first statistics of the moves of a set, mixed with the means (Powley, Cowling and Whitehouse 2014).
    #[param(
        group,
        fixed(rave_exploration = 0.0, rave_mix_threshold = 7.0, rave_ref = 0.0, rave_ranks_new = false),
        added(rave, rave_weight, rave_equivalence, rave_bias)
    )]
    rave: RaveParams,
    /// How playouts choose.
    #[param(group)]
    playouts: HiddenPlayouts,
    /// The tree and the playouts.
    #[param(group, fixed(tree_reuse = false))]
    search: SearchParams,
}

/// Learning playouts for hidden moves: statistics of every player's own actions, whatever the others did before (Powley, Cowling and Whitehouse,
/// "Information capture and reuse strategies in Monte Carlo tree search, with applications to games of hidden information", 2014).
#[derive(Params, Clone, Debug)]
pub(super) struct HiddenPlayouts {
    /// How playouts choose. Moves are whole here.
    #[param(
        group,
        fixed(
            mast = MastUnit::Split, mast_mix_threshold = 7.0, mast_tree_only = false, playout_in_expansion = false, decay_when = DecayTime::Turn,
            decay_batch = 1000, n_grams = 1, n_gram_threshold = 7.0, ppa_memory = true, ppa_decay = 1.0, replies = ReplyRule::Off,
            reply_forgetting = true
        ),
        added(playout, playout_choice, epsilon, temperature, decay, ppa_rate, ppa_learners)
    )]
    playouts: Playouts,
}

impl HiddenPlayouts {
    /// The policy and the learner in a search of this observer's information sets; `traced` tells whether another part reads the played actions.
    ///
    /// # Errors
    /// If the learning rule needs information that players do not see.
    pub(super) fn parts(&self, game: &GameInfo, cap: u32, observer: Observer, traced: bool) -> Result<PlayoutParts, ParamError> {
        let refuse = |message| Err(ParamError::rule("playout", message));
        match self.playouts.playout {
            PlayoutKind::Nst => refuse("`nst` counts sequences of actions, in which players do not see all: use \"mast\" or \"ppa\""),
            PlayoutKind::Ppa if observer == Observer::Single => {
                refuse("`ppa` reads the legal moves of every node, which differ in sets of a single observer: use \"mast\", or mo-ismcts")
            }
            _ => self.playouts.parts(SearchShape::of_whole_moves(game, cap), traced),
        }
    }
}

impl InformationSetParams {
    /// The search of this observer's information sets.
    pub(super) fn agent(&self, game: &Arc<dyn Game>, observer: Observer) -> Result<Box<dyn Agent>, ParamError> {
        let info = game.info();
        let amaf = self.rave.mix(SearchShape::of_whole_moves(&info, self.search.playout_cap), false)?;
        let (playout, learner) = self.playouts.parts(&info, self.search.playout_cap, observer, amaf.is_some())?;
        let options = MctsOptions {
            observer: Some(observer),
            // What chance did shows in what players know.
            chance: Box::new(OpenLoop),
            expansion: Box::new(WholeMoves::default()),
            playout,
            learner,
            final_move: Box::new(self.final_move),
            ..self.search.options(AvailabilityUcb::new(self.exploration).with_amaf(amaf))
        };
        searching(game, options)
    }
}
