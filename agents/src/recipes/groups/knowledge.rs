//! The game's own knowledge in playouts and in the tree.

use crate::parts::backup::{GiveExperience, Source};
use crate::parts::playout::KnowledgePlayout;
use treebench_games::capabilities::Parts;
use treebench_games::params::ParamError;
use treebench_games::{Game, Params};

/// The policy that does not use knowledge of the game.
const UNIFORM: &str = "uniform";

/// Whether playouts use the game's own policy.
#[derive(Params, Clone, Debug)]
pub(in crate::recipes) struct PolicyParams {
    /// The playout policy of the game: "uniform" for the random play that every game has, or the names of parts of the game's own policy: `all`,
    /// `none`, `patterns, capture`, `all -mercy`. The page of a game names its parts.
    #[param(default = UNIFORM)]
    pub(in crate::recipes) policy: String,
}

impl PolicyParams {
    /// The parts of the game's policy; `None` for random play.
    ///
    /// # Errors
    /// If the game has no policy of its own, or not such parts.
    pub(in crate::recipes) fn parts(&self, game: &dyn Game) -> Result<Option<Parts>, ParamError> {
        if self.policy.trim() == UNIFORM {
            return Ok(None);
        }
        let mut start = game.start();
        let Some(knowledge) = start.knowledge() else {
            return Err(ParamError::rule("policy", "the game has no playout policy of its own: use policy = \"uniform\""));
        };
        Parts::named(&self.policy, knowledge.parts()).map(Some).map_err(|reason| ParamError::rule("policy", reason))
    }

    /// Playouts by the game's policy, of at most `cap` moves; `None` for random play.
    ///
    /// # Errors
    /// As [`parts`](Self::parts).
    pub(in crate::recipes) fn playouts(&self, game: &dyn Game, cap: u32) -> Result<Option<KnowledgePlayout>, ParamError> {
        Ok(self.parts(game)?.map(|parts| KnowledgePlayout { cap, parts }))
    }
}

/// What children count before their first visit.
#[derive(Params, Clone, Debug)]
pub(in crate::recipes) struct PriorParams {
    /// What is expected of moves before they are tried, in place of `fpu`.
    #[param(default = PriorKind::Off, source = "Gelly and Silver 2007, section 5")]
    pub(in crate::recipes) prior: PriorKind,
    /// Equivalent experience: the visits that an expectation counts for in the value of a child. Of a move of which the game is less sure, less.
    #[param(default = 9u32, range = 0..=1_000_000, source = "Fuego 0.4, GoUctDefaultPriorKnowledge; Gelly and Silver 2007, section 5")]
    pub(in crate::recipes) prior_visits: u32,
    /// The same in the all-moves-as-first value, while `rave` is on.
    #[param(default = 9u32, range = 0..=1_000_000, source = "Fuego 0.4, GoUctDefaultPriorKnowledge; Gelly and Silver 2011, section 5")]
    pub(in crate::recipes) prior_samples: u32,
}

/// What is expected of moves before they are tried.
#[derive(Params, Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::recipes) enum PriorKind {
    /// Nothing.
    Off,
    /// ½ of every move (even-game heuristic).
    Even,
    /// What the game says by the parts that `policy` names, or by all of them if that is "uniform".
    Game,
}

impl PriorParams {
    /// The rule that gives prior experience; `None` for no priors.
    ///
    /// # Errors
    /// If the game has no knowledge, or not such parts.
    pub(in crate::recipes) fn rule(&self, policy: &PolicyParams, game: &dyn Game) -> Result<Option<GiveExperience>, ParamError> {
        let source = match self.prior {
            PriorKind::Off => return Ok(None),
            PriorKind::Even => Source::Even,
            PriorKind::Game => {
                let all = PolicyParams { policy: "all".to_owned() };
                match policy.parts(game)? {
                    Some(parts) => Source::Game(parts),
                    None => Source::Game(all.parts(game).map_err(|_| no_knowledge())?.ok_or_else(no_knowledge)?),
                }
            }
        };
        Ok(Some(GiveExperience::new(source, self.prior_visits, self.prior_samples)))
    }
}

fn no_knowledge() -> ParamError {
    ParamError::rule("prior", "the game expects nothing of moves: use prior = \"off\" or \"even\"")
}
