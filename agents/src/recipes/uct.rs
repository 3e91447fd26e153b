//! UCT: Monte-Carlo tree search with UCB1.

use super::groups::PolicyParams;
use super::shared::*;
use crate::parts::selection::{FirstPlay, FirstPlayRule, Ties, Ucb1};

/// UCT: tree search with UCB1, uniformly random playouts and mean backup (max-n for several players, chance sampled).
#[derive(Params, Clone, Debug)]
struct Uct {
    /// Weight C of the exploration term C·√(ln N / n); results are on the scale [0, 1].
    #[param(default = std::f64::consts::SQRT_2, range = 0.0..=100.0, source = "Auer et al. 2002, Fig. 1; Kocsis and Szepesvári 2006")]
    exploration: f64,
    /// First-play urgency: the value of an unvisited child; inf tries every child once before any twice.
    #[param(default = f64::INFINITY, range = 0.0.., source = "Gelly and Wang 2006, section 3.2")]
    fpu: f64,
    /// The value of an unvisited child; rules other than "first" ignore `fpu`.
    #[param(default = FirstPlayRule::First)]
    first_play: FirstPlayRule,
    /// Which of several children of equal score is selected.
    #[param(default = Ties::First, added)]
    ties: Ties,
    /// Which child is played when the budget is spent.
    #[param(default = BestChild::Visits, source = "Chaslot et al. 2008")]
    final_move: BestChild,
    /// Playouts with knowledge of the game.
    #[param(group, added(policy))]
    policy: PolicyParams,
    /// The tree and the playouts.
    #[param(group)]
    search: SearchParams,
}

#[agent("uct")]
impl Recipe for Uct {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let first_play = match self.first_play {
            FirstPlayRule::First => FirstPlay::urgency(self.fpu, 1.0),
            rule => rule.into(),
        };
        let mut options = self.search.options(Ucb1::new(self.exploration, first_play).with_ties(self.ties).with_shortlists());
        if let Some(playouts) = self.policy.playouts(game.as_ref(), self.search.playout_cap)? {
            options.playout = Box::new(playouts);
        }
        searching(game, MctsOptions { final_move: Box::new(self.final_move), ..options })
    }

    fn check(&self, game: &Arc<dyn Game>) -> Result<(), ParamError> {
        self.agent(game).map(drop)
    }
}
