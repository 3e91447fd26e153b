//! Counterfactual regret minimisation: an approximate equilibrium, learned before the game.

use super::shared::*;
use crate::information::{Cfr, CfrAgent, GameTree, Strategy, solve};
use std::sync::{Mutex, OnceLock, PoisonError, Weak};

/// Plays the average strategy of counterfactual regret minimisation over the whole tree of a small game, learned before the first game. The budget of a turn
/// changes nothing. As an opponent it is close to unbeatable among two.
#[derive(Params, Clone, PartialEq, Debug)]
struct CfrRecipe {
    /// How strategies are learned.
    #[param(default = Update::Plus)]
    update: Update,
    /// How much outcome sampling explores.
    #[param(default = 0.6, range = 0.01..=1.0, added, source = "Lanctot et al. 2009, section 5")]
    sampling_exploration: f64,
    /// Iterations before the first game; outcome sampling plays one game a player in each.
    #[param(default = 100u32, range = 1..=1_000_000_000)]
    iterations: u32,
    /// Positions of the game at most.
    #[param(default = 2_000_000u32, range = 1..=50_000_000)]
    max_positions: u32,
}

/// How regrets become strategies.
#[derive(Params, Clone, Copy, PartialEq, Debug)]
enum Update {
    /// CFR (Zinkevich et al. 2007).
    Vanilla,
    /// CFR+ (Tammelin 2014): no negative regrets, and later iterations count more.
    Plus,
    /// Outcome-sampling MCCFR (Lanctot et al. 2009): iterations are short and many.
    OutcomeSampling,
}

/// A strategy that was learned in this program. Every cell of an experiment builds its agents anew, and their strategy is the same in all of them.
struct LearnedStrategy {
    game: Weak<dyn Game>,
    recipe: CfrRecipe,
    strategy: OnceLock<Result<Arc<Strategy>, ParamError>>,
}

/// The strategies of games that are in use.
static LEARNED: Mutex<Vec<Arc<LearnedStrategy>>> = Mutex::new(Vec::new());

impl CfrRecipe {
    /// The place of the strategy for this game, which may not be learned yet.
    fn learned(&self, game: &Arc<dyn Game>) -> Arc<LearnedStrategy> {
        let mut all = LEARNED.lock().unwrap_or_else(PoisonError::into_inner);
        all.retain(|learned| learned.game.strong_count() > 0);
        let same = |learned: &&Arc<LearnedStrategy>| std::ptr::addr_eq(learned.game.as_ptr(), Arc::as_ptr(game)) && learned.recipe == *self;
        if let Some(learned) = all.iter().find(same) {
            return Arc::clone(learned);
        }
        let new = Arc::new(LearnedStrategy { game: Arc::downgrade(game), recipe: self.clone(), strategy: OnceLock::new() });
        all.push(Arc::clone(&new));
        new
    }

    fn learn(&self, game: &Arc<dyn Game>) -> Result<Arc<Strategy>, ParamError> {
        let tree = GameTree::of(game.as_ref(), self.max_positions as usize)
            .map_err(|error| ParamError::rule("max-positions", error.to_string()))?;
        let how = match self.update {
            Update::Vanilla => Cfr::Vanilla,
            Update::Plus => Cfr::Plus,
            Update::OutcomeSampling => Cfr::OutcomeSampling(self.sampling_exploration),
        };
        Ok(Arc::new(solve(&tree, how, self.iterations)))
    }
}

#[agent("cfr")]
impl Recipe for CfrRecipe {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let learned = self.learned(game);
        let strategy = learned.strategy.get_or_init(|| self.learn(game)).clone()?;
        Ok(Box::new(CfrAgent::new(strategy)))
    }

    fn supports(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
