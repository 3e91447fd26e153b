//! Tree search by an index rule, with everything that may be combined with it.

use super::groups::{PolicyParams, PriorParams, RaveParams, SearchShape};
use super::shared::*;
use crate::parts::selection::{
    Arms, ByVariance, Composition, Epsilon, KlUcb, Moss, Optimum, QuotientUcb, Ties, Ucb1Tuned, UcbV, VarianceForm, VarianceOnly,
};
use crate::search::Selection;

/// Monte-Carlo tree search by the index of a bandit rule, combined with RAVE, the game's own playouts, prior knowledge and a limited number of
/// arms, as programs for go combine them (Gelly and Silver 2007 and 2011; Bjorge and Schaeffer 2010, chapter 5).
#[derive(Params, Clone, Debug)]
struct IndexMcts {
    /// The index, to which the mean is an argument.
    #[param(default = IndexRule::Ucb1)]
    index: IndexRule,
    /// Weight C of exploration, where the `index` has one; results are on the scale [0, 1].
    #[param(default = 0.7, range = 0.0..=100.0, source = "Bjorge and Schaeffer 2010, section 5.2: Fuego's default")]
    exploration: f64,
    /// The exploration sequence ε of the index "ucb-v", a function of the parent's visits t.
    #[param(default = Epsilon::Ln, source = "Bjorge and Schaeffer 2010, eq. 19")]
    epsilon: Epsilon,
    /// How variance and range enter the index "ucb-v".
    #[param(default = VarianceForm::OneRoot, source = "Bjorge and Schaeffer 2010, eq. 19")]
    form: VarianceForm,
    /// How many children of a node are arms.
    #[param(default = ArmRule::All, source = "Wang et al. 2008; Bjorge and Schaeffer 2010, section 4.3.3")]
    arms: ArmRule,
    /// K: the number of arms that are "fixed".
    #[param(default = 20u32, range = 1..=1_000_000, source = "Bjorge and Schaeffer 2010, section 5.2")]
    arms_fixed: u32,
    /// β of arms that are "increasing": the smaller, the more children are close to the best.
    #[param(default = 0.7, range = 0.0..=100.0, source = "Bjorge and Schaeffer 2010, eq. 20")]
    arms_beta: f64,
    /// What is known about the mean of the best arm, for arms that are "increasing".
    #[param(default = Optimum::One, source = "Bjorge and Schaeffer 2010, eq. 20")]
    arms_optimum: Optimum,
    /// The value of an unvisited child of which nothing else is known.
    #[param(group)]
    urgency: UrgencyParams,
    /// All-moves-as-first statistics, mixed with the means. Moves are whole here, so that "split", "join", "context" and "mix" are the same.
    #[param(group, fixed(rave_exploration = 0.0, rave_mix_threshold = 7.0))]
    rave: RaveParams,
    /// Playouts with knowledge of the game.
    #[param(group)]
    policy: PolicyParams,
    /// What is expected of moves before they are tried.
    #[param(group)]
    priors: PriorParams,
    /// The final move, the tree and the playouts.
    #[param(group)]
    bandit: BanditParams,
}

/// The index of a child with mean μ and n visits, of a node with N visits.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
enum IndexRule {
    /// μ + C·√(ln N / n) (Auer et al. 2002).
    Ucb1,
    /// UCB1-Tuned, with weight C (Auer et al. 2002, section 4).
    UcbTuned,
    /// UCB-V, as `epsilon` and `form` say (Audibert et al. 2007).
    UcbV,
    /// μ + C·√(3σ² ln ln N / (n + 1)), without a term for the range (Bjorge and Schaeffer 2010, eq. 21).
    Variance,
    /// MOSS, with weight C (Audibert and Bubeck 2009).
    Moss,
    /// KL-UCB with c = 0 (Garivier and Cappé 2011).
    KlUcb,
}

/// How many children of a node are arms.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
enum ArmRule {
    /// All of them.
    All,
    /// `arms-fixed` random ones (UCT-V(∞)).
    Fixed,
    /// A number that grows with the visits of the node (UCT-AIR).
    Increasing,
}

#[agent("index-mcts")]
impl Recipe for IndexMcts {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let mut options = self.bandit.options_with(self.selection(game)?);
        if let Some(playouts) = self.policy.playouts(game.as_ref(), self.bandit.search.playout_cap)? {
            options.playout = Box::new(playouts);
        }
        if let Some(rule) = self.priors.rule(&self.policy, game.as_ref())? {
            options.backup.push(Box::new(rule));
        }
        searching(game, options)
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }
}

impl IndexMcts {
    fn selection(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Selection>, ParamError> {
        let around = SearchShape::of_whole_moves(&game.info(), self.bandit.search.playout_cap);
        let arms = match self.arms {
            ArmRule::All => Arms::All,
            ArmRule::Fixed => Arms::Fixed(self.arms_fixed),
            ArmRule::Increasing => Arms::Increasing { beta: self.arms_beta, factor: 1.0, optimum: self.arms_optimum },
        };
        let amaf = self.rave.mix(around, false)?;
        let experience = self.priors.rule(&self.policy, game.as_ref())?.is_some();
        if self.rave.rave_ranks_new && self.arms != ArmRule::All {
            let message = "new arms are drawn at random, not ranked: use rave-ranks-new = false, or arms = \"all\"";
            return Err(ParamError::rule("rave-ranks-new", message));
        }
        let is_ranked = experience || amaf.is_some() && self.rave.rave_ranks_new;
        let ranked = is_ranked.then_some(Ties::Random);
        let rest = Composition { amaf, experience, ranked, arms, ..Composition::new(self.urgency.part()) };
        let exploration = self.exploration;
        Ok(match self.index {
            IndexRule::Ucb1 => rest.exploring(QuotientUcb::new(exploration)),
            IndexRule::UcbTuned => rest.exploring(ByVariance::new(Ucb1Tuned(exploration))),
            IndexRule::UcbV => rest.exploring(ByVariance::new(UcbV(self.epsilon, self.form))),
            IndexRule::Variance => rest.exploring(ByVariance::new(VarianceOnly(exploration))),
            IndexRule::Moss => rest.exploring(Moss { exploration }),
            IndexRule::KlUcb => rest.exploring(KlUcb::new(0.0)),
        })
    }
}
