//! Counterfactual regret minimisation: an approximate equilibrium, learned before the game.

use super::shared::*;
use crate::information::{Cfr, CfrAgent, GameTree, solve};

/// Plays the average strategy of counterfactual regret minimisation over the whole tree of a small game, learned before the first game. The budget of a turn
/// changes nothing. As an opponent it is close to unbeatable among two.
#[derive(Params, Clone, Debug)]
struct CfrRecipe {
    /// How strategies are learned.
    #[param(default = Update::Plus)]
    update: Update,
    /// Iterations before the first game.
    #[param(default = 100u32, range = 1..=1_000_000)]
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
}

#[agent("cfr")]
impl Recipe for CfrRecipe {
    fn agent(&self, game: &Arc<dyn Game>) -> Result<Box<dyn Agent>, ParamError> {
        let tree = GameTree::of(game.as_ref(), self.max_positions as usize)
            .map_err(|error| ParamError::rule("max-positions", error.to_string()))?;
        let how = if self.update == Update::Plus { Cfr::Plus } else { Cfr::Vanilla };
        Ok(Box::new(CfrAgent::new(Arc::new(solve(&tree, how, self.iterations)))))
    }

    fn suits(&self, game: &GameInfo) -> Result<(), String> {
        hidden(game)
    }
}
