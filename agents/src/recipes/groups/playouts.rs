//! How playouts choose.

use crate::parts::PlayoutPolicy;
use crate::parts::actions::{ActionValues, Decay, Equal, Learners, Mast, MastUnit, NGrams, Ppa, Replies, When};
use crate::parts::playout::{Choice, Guided, Uniform};
use treebench_games::Params;
use treebench_games::params::ParamError;

/// How playouts choose, and what they learn from.
#[derive(Params, Clone, Debug)]
pub(in crate::recipes) struct Playouts {
    /// By what playouts choose.
    #[param(default = PlayoutKind::Uniform)]
    pub(in crate::recipes) playout: PlayoutKind,
    /// What MAST counts as an action.
    #[param(default = MastRule::Join, source = "split-moves paper, Table 3")]
    mast: MastRule,
    /// Samples from which "mix" trusts a submove in its context.
    #[param(default = 7.0, range = 0.0.., source = "split-moves paper, appendix 4.1")]
    mast_mix_threshold: f64,
    /// Whether MAST counts only the actions chosen in the tree.
    #[param(default = false, source = "Finnsson 2012")]
    mast_tree_only: bool,
    /// Whether the child that an iteration adds to the tree is chosen by the same values.
    #[param(default = false, source = "split-moves paper, appendix 1.1")]
    playout_in_expansion: bool,
    /// How values become a choice; "auto" is ε-greedy, for PPA Gibbs.
    #[param(default = ChoiceRule::Auto)]
    playout_choice: ChoiceRule,
    /// Probability of a uniformly random choice under ε-greedy.
    #[param(default = 0.4, range = 0.0..=1.0, source = "split-moves paper, appendix 4.1")]
    epsilon: f64,
    /// Temperature τ of the Gibbs choice.
    #[param(default = 1.0, range = 0.000001..=1_000_000.0)]
    temperature: f64,
    /// What the weight of earlier results is multiplied with; 1 keeps it, 0 forgets them.
    #[param(default = 0.2, range = 0.0..=1.0, source = "split-moves paper, appendix 4.1; Tak, Winands and Björnsson 2014")]
    decay: f64,
    /// When that is done.
    #[param(default = DecayRule::Turn)]
    decay_when: DecayRule,
    /// Iterations of a batch.
    #[param(default = 1000u32, range = 1..=1_000_000_000)]
    decay_batch: u32,
    /// The longest sequence of actions that NST and PPA know.
    #[param(default = 3u32, range = 1..=8, source = "Tak, Winands and Björnsson 2012")]
    n_grams: u32,
    /// Samples that NST wants of a sequence of two or more actions.
    #[param(default = 7.0, range = 0.0.., source = "Tak, Winands and Björnsson 2012")]
    n_gram_threshold: f64,
    /// PPA's learning rate α.
    #[param(default = 0.32, range = 0.0..=10.0, source = "Cazenave 2015")]
    ppa_rate: f64,
    /// Whose weights PPA adapts.
    #[param(default = PpaRule::Winner)]
    ppa_learners: PpaRule,
    /// Whether PPA's weights outlive the turn.
    #[param(default = true, source = "Cazenave and Diemert 2017")]
    ppa_memory: bool,
    /// Whether the last good reply is played where there is one, before values are looked at.
    #[param(default = ReplyRule::Off, source = "Drake 2009; Tak, Winands and Björnsson 2012")]
    replies: ReplyRule,
    /// Whether a reply that went badly is forgotten.
    #[param(default = true, source = "Baier and Drake 2010")]
    reply_forgetting: bool,
    /// Moves by players after which a playout is cut off.
    #[param(default = 10_000u32, range = 1..=1_000_000)]
    pub(in crate::recipes) playout_cap: u32,
}

/// By what playouts choose.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
pub(in crate::recipes) enum PlayoutKind {
    /// All alike.
    Uniform,
    /// By the mean result of actions (MAST).
    Mast,
    /// By the mean results of sequences of actions (NST).
    Nst,
    /// By weights that are adapted after every iteration (PPA).
    Ppa,
}

/// What MAST counts as an action.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum MastRule {
    /// Semimoves.
    Split,
    /// Whole moves.
    Join,
    /// Submoves in their context: all prefixes of whole moves.
    Context,
    /// "context" where it has enough samples, otherwise "split".
    Mix,
}

/// How values become a choice.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum ChoiceRule {
    /// ε-greedy, for PPA Gibbs.
    Auto,
    /// The greatest value, but uniformly with probability ε.
    EpsilonGreedy,
    /// In proportion to exp(value / τ).
    Gibbs,
    /// In proportion to the value; PPA's weights may be negative and then count 0.
    Roulette,
}

/// When earlier results lose weight.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum DecayRule {
    /// When a turn of the searching player begins.
    Turn,
    /// After every move that is played in the game ("move decay").
    Move,
    /// After so many iterations ("batch decay").
    Batch,
    /// After every iteration ("simulation decay").
    Simulation,
}

/// Whose weights PPA adapts.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum PpaRule {
    /// The winner's, if there is one.
    Winner,
    /// Everybody's, in proportion to the result.
    All,
}

/// To what is replied.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum ReplyRule {
    /// No replies.
    Off,
    /// To the last action.
    One,
    /// To the last two actions, or else to the last.
    Two,
}

/// What the search around the playouts is like.
#[derive(Clone, Copy, Debug)]
pub(in crate::recipes) struct SearchShape {
    /// Players of the game.
    pub players: usize,
    /// Whether whole moves consist of semimoves in the view at hand.
    pub split_view: bool,
    /// Whether playouts draw whole moves.
    pub whole_moves: bool,
    /// Whether the tree has nodes inside moves.
    pub inner_nodes: bool,
}

impl Playouts {
    /// The policy; `actions_wanted` says whether another part needs to know what it plays. Orthodox playouts under a split view that nobody
    /// needs to know are the caller's.
    ///
    /// # Errors
    /// If the parameters do not go together.
    pub(in crate::recipes) fn part(&self, around: SearchShape, actions_wanted: bool) -> Result<Box<dyn PlayoutPolicy>, ParamError> {
        let whole = around.whole_moves && around.split_view;
        let replies = match self.replies {
            ReplyRule::Off => None,
            ReplyRule::One => Some(Replies::new(around.players, 1, self.reply_forgetting)),
            ReplyRule::Two => Some(Replies::new(around.players, 2, self.reply_forgetting)),
        };
        if whole && (replies.is_some() || matches!(self.playout, PlayoutKind::Nst | PlayoutKind::Ppa)) {
            let message =
                "`nst`, `ppa` and replies count the semimoves of the view: use simulation = \"semisplit\", or split = \"orthodox\"";
            return Err(ParamError::rule("simulation", message));
        }
        if self.playout == PlayoutKind::Uniform && replies.is_none() && !(whole && actions_wanted) {
            return Ok(Box::new(Uniform { cap: self.playout_cap }));
        }
        let mut guided = Guided::new(self.playout_cap, self.values(around)?, self.choice());
        guided.replies = replies;
        guided.in_expansion = self.playout_in_expansion && self.playout != PlayoutKind::Uniform;
        guided.whole_moves = whole;
        guided.single = !around.split_view;
        Ok(Box::new(guided))
    }

    fn values(&self, around: SearchShape) -> Result<Box<dyn ActionValues>, ParamError> {
        let decay = Decay {
            gamma: self.decay,
            when: match self.decay_when {
                DecayRule::Turn => When::Turn,
                DecayRule::Move => When::Move,
                DecayRule::Batch => When::Batch(self.decay_batch),
                DecayRule::Simulation => When::Simulation,
            },
        };
        let players = around.players;
        Ok(match self.playout {
            PlayoutKind::Uniform => Box::new(Equal),
            PlayoutKind::Mast => Box::new(Mast::new(players, self.mast_unit(around)?, decay, self.mast_tree_only)),
            PlayoutKind::Nst => Box::new(NGrams::new(players, self.n_grams as usize, self.n_gram_threshold, decay)),
            PlayoutKind::Ppa => {
                let learners = match self.ppa_learners {
                    PpaRule::Winner => Learners::Winner,
                    PpaRule::All => Learners::All,
                };
                Box::new(Ppa::new(players, self.ppa_rate, learners, self.n_grams as usize, self.ppa_memory))
            }
        })
    }

    /// Table 3 of the split-moves paper; where every semimove is a move all variants are one, of which "split" is the quickest.
    fn mast_unit(&self, around: SearchShape) -> Result<MastUnit, ParamError> {
        if !around.split_view {
            return Ok(MastUnit::Split);
        }
        if self.mast == MastRule::Join && !around.whole_moves {
            let message = "`join` needs playouts that choose whole moves, and these choose semimoves: use simulation = \"orthodox\", or mast = \"split\", \"context\" or \"mix\"";
            return Err(ParamError::rule("mast", message));
        }
        if self.mast == MastRule::Join && around.inner_nodes && self.playout_in_expansion {
            let message = "`join` knows no values of semimoves, which this tree adds: use playout-in-expansion = false, or mast = \"split\", \"context\" or \"mix\"";
            return Err(ParamError::rule("playout-in-expansion", message));
        }
        Ok(match self.mast {
            MastRule::Split => MastUnit::Split,
            MastRule::Join => MastUnit::Join,
            MastRule::Context => MastUnit::Context,
            MastRule::Mix => MastUnit::Mix { threshold: self.mast_mix_threshold },
        })
    }

    fn choice(&self) -> Choice {
        match (self.playout_choice, self.playout) {
            (ChoiceRule::Auto, PlayoutKind::Ppa) | (ChoiceRule::Gibbs, _) => Choice::Gibbs(self.temperature),
            (ChoiceRule::Auto | ChoiceRule::EpsilonGreedy, _) => Choice::EpsilonGreedy(self.epsilon),
            (ChoiceRule::Roulette, _) => Choice::Roulette,
        }
    }
}
