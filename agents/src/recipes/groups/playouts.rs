//! How playouts choose.

use crate::parts::learner::{Decay, DecayTime, Learners, Mast, MastUnit, NGrams, NoLearning, Ppa, Replies, ReplyRule, WithReplies};
use crate::parts::playout::{Choice, ChoiceRule, GuidedPlayout, Uniform};
use crate::search::{Learner, PlayoutPolicy};
use treebench_games::params::ParamError;
use treebench_games::{GameInfo, Params};

/// How playouts choose and what they learn.
#[derive(Params, Clone, Debug)]
pub(in crate::recipes) struct Playouts {
    /// How playouts choose.
    #[param(default = PlayoutKind::Uniform)]
    pub(in crate::recipes) playout: PlayoutKind,
    /// What MAST counts as an action, where the view splits moves.
    #[param(default = MastUnit::Join, source = "split-moves paper, Table 3")]
    pub(in crate::recipes) mast: MastUnit,
    /// Samples that "mix" needs before it uses the value of a submove in its context.
    #[param(default = 7.0, range = 0.0.., source = "split-moves paper, appendix 4.1")]
    pub(in crate::recipes) mast_mix_threshold: f64,
    /// Whether MAST learns only from actions chosen in the tree.
    #[param(default = false, source = "Finnsson 2012")]
    pub(in crate::recipes) mast_tree_only: bool,
    /// Whether the child that an iteration adds to the tree is chosen by the same policy ("MAST in the expansion phase").
    #[param(default = false, source = "split-moves paper, appendix 1.1")]
    pub(in crate::recipes) playout_in_expansion: bool,
    /// How the values of actions become a choice.
    #[param(default = ChoiceRule::Auto)]
    pub(in crate::recipes) playout_choice: ChoiceRule,
    /// Probability of a uniformly random choice under ε-greedy: with MAST and NST, unless `playout-choice` says otherwise.
    #[param(default = 0.4, range = 0.0..=1.0, source = "split-moves paper, appendix 4.1")]
    pub(in crate::recipes) epsilon: f64,
    /// Temperature τ of the Gibbs choice.
    #[param(default = 1.0, range = 0.000001..=1_000_000.0)]
    pub(in crate::recipes) temperature: f64,
    /// Factor of the weight of earlier results of MAST and NST at every decay; 1 keeps them, 0 forgets them.
    #[param(default = 0.2, range = 0.0..=1.0, source = "split-moves paper, appendix 4.1; Tak, Winands and Björnsson 2014")]
    pub(in crate::recipes) decay: f64,
    /// When the results that `playout` learns from decay.
    #[param(default = DecayTime::Turn)]
    pub(in crate::recipes) decay_when: DecayTime,
    /// Iterations of a batch of the decay "batch".
    #[param(default = 1000u32, range = 1..=1_000_000_000)]
    pub(in crate::recipes) decay_batch: u32,
    /// The longest sequence of actions that NST and PPA use.
    #[param(default = 3u32, range = 1..=8, source = "Tak, Winands and Björnsson 2012")]
    pub(in crate::recipes) n_grams: u32,
    /// Samples that NST needs of a sequence of two or more actions.
    #[param(default = 7.0, range = 0.0.., source = "Tak, Winands and Björnsson 2012")]
    pub(in crate::recipes) n_gram_threshold: f64,
    /// PPA's learning rate α.
    #[param(default = 0.32, range = 0.0..=10.0, source = "Cazenave 2015")]
    pub(in crate::recipes) ppa_rate: f64,
    /// Whose weights PPA adapts.
    #[param(default = Learners::Winner)]
    pub(in crate::recipes) ppa_learners: Learners,
    /// Whether PPA keeps its weights from turn to turn.
    #[param(default = true, source = "Cazenave and Diemert 2017")]
    pub(in crate::recipes) ppa_memory: bool,
    /// Factor of PPA's weights at every decay, which comes when `decay-when` says; 1 keeps them. Without `ppa-memory` no weights are left to decay at
    /// the start of a turn.
    #[param(default = 1.0, range = 0.0..=1.0, added, source = "slides, \"PPA\", parameters; Cazenave and Diemert 2017")]
    pub(in crate::recipes) ppa_decay: f64,
    /// Whether the last good reply is played, where there is one, before values decide.
    #[param(default = ReplyRule::Off, source = "Drake 2009; Tak, Winands and Björnsson 2012")]
    pub(in crate::recipes) replies: ReplyRule,
    /// Whether `replies` are forgotten after a bad result.
    #[param(default = true, source = "Baier and Drake 2010")]
    pub(in crate::recipes) reply_forgetting: bool,
}

/// How playouts choose.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(in crate::recipes) enum PlayoutKind {
    /// Uniformly at random.
    Uniform,
    /// By the mean result of actions (MAST).
    Mast,
    /// By the mean results of sequences of actions (NST).
    Nst,
    /// By weights adapted after every iteration (PPA).
    Ppa,
}

/// The search around the playouts.
#[derive(Clone, Copy, Debug)]
pub(in crate::recipes) struct SearchShape {
    /// Players of the game.
    pub players: usize,
    /// Whether the view splits moves into semimoves.
    pub split_view: bool,
    /// Whether playouts choose whole moves.
    pub whole_moves: bool,
    /// Whether the tree has nodes inside moves.
    pub inner_nodes: bool,
    /// Moves by players after which a playout is cut off.
    pub playout_cap: u32,
}

impl SearchShape {
    /// A search of whole moves in the game as it is.
    pub(in crate::recipes) fn of_whole_moves(info: &GameInfo, playout_cap: u32) -> SearchShape {
        SearchShape { players: info.players, split_view: false, whole_moves: false, inner_nodes: false, playout_cap }
    }
}

/// How playouts are played, and what is learnt from them.
pub(in crate::recipes) type PlayoutParts = (Box<dyn PlayoutPolicy>, Box<dyn Learner>);

impl Playouts {
    /// Whether playouts learn.
    pub(in crate::recipes) fn learn(&self) -> bool {
        self.playout != PlayoutKind::Uniform || self.replies != ReplyRule::Off
    }

    /// The policy and the learner; `traced` says whether another part reads what is played.
    ///
    /// # Errors
    /// If the parameters contradict each other.
    pub(in crate::recipes) fn parts(&self, around: SearchShape, traced: bool) -> Result<PlayoutParts, ParamError> {
        let whole = around.whole_moves && around.split_view;
        let replies = Replies::new(around.players, self.replies, self.reply_forgetting);
        if whole && (replies.is_some() || matches!(self.playout, PlayoutKind::Nst | PlayoutKind::Ppa)) {
            let message =
                "`nst`, `ppa` and replies count the semimoves of the view: use simulation = \"semisplit\", or split = \"orthodox\"";
            return Err(ParamError::rule("simulation", message));
        }
        if !(self.learn() || whole && traced) {
            return Ok((Box::new(Uniform { cap: around.playout_cap }), Box::new(NoLearning)));
        }
        let choice = Choice::new(self.playout_choice, self.epsilon, self.temperature, self.playout == PlayoutKind::Ppa);
        let mut guided = GuidedPlayout::new(around.playout_cap, choice);
        guided.in_expansion = self.playout_in_expansion && self.playout != PlayoutKind::Uniform;
        guided.whole_moves = whole;
        guided.single = !around.split_view;
        let learner = self.learner(around)?;
        Ok((Box::new(guided), if let Some(replies) = replies { Box::new(WithReplies { learner, replies }) } else { learner }))
    }

    fn learner(&self, around: SearchShape) -> Result<Box<dyn Learner>, ParamError> {
        let decay = Decay { gamma: self.decay, when: self.decay_when, batch: self.decay_batch };
        let players = around.players;
        Ok(match self.playout {
            PlayoutKind::Uniform => Box::new(NoLearning),
            PlayoutKind::Mast => Box::new(
                Mast::new(players, self.mast_unit(around)?, decay, self.mast_tree_only).with_mix_threshold(self.mast_mix_threshold),
            ),
            PlayoutKind::Nst => Box::new(NGrams::new(players, self.n_grams as usize, self.n_gram_threshold, decay)),
            PlayoutKind::Ppa => {
                let ppa = Ppa::new(players, self.ppa_rate, self.ppa_learners, self.n_grams as usize, self.ppa_memory);
                Box::new(ppa.with_decay(Decay { gamma: self.ppa_decay, ..decay }))
            }
        })
    }

    /// Table 3 of the split-moves paper. Without split moves all variants are the same, and "split" is the fastest.
    fn mast_unit(&self, around: SearchShape) -> Result<MastUnit, ParamError> {
        if !around.split_view {
            return Ok(MastUnit::Split);
        }
        if self.mast == MastUnit::Join && !around.whole_moves {
            let message = "`join` needs playouts that choose whole moves, and these choose semimoves: use simulation = \"orthodox\", or mast = \"split\", \"context\" or \"mix\"";
            return Err(ParamError::rule("mast", message));
        }
        if self.mast == MastUnit::Join && around.inner_nodes && self.playout_in_expansion {
            let message = "`join` knows no values of semimoves, which this tree adds: use playout-in-expansion = false, or mast = \"split\", \"context\" or \"mix\"";
            return Err(ParamError::rule("playout-in-expansion", message));
        }
        Ok(self.mast)
    }
}
