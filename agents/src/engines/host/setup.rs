//! The game and the agent of a server.

use crate::agent::Recipe;
use std::sync::Arc;
use treebench_games::params::Values;
use treebench_games::{Game, GameEntry, view};

/// The game and the agent of a server.
pub struct Setup {
    /// The game.
    pub entry: &'static GameEntry,
    /// Its parameters.
    pub values: Values,
    /// Its view.
    pub split: String,
    /// The agents.
    pub recipe: Box<dyn Recipe>,
    /// Their name.
    pub agent: String,
    /// Their parameters.
    pub agent_values: Values,
    /// The seed of the first game.
    pub seed: u64,
}

impl Setup {
    /// The game with these parameters.
    ///
    /// # Errors
    /// If there is no such game, or the agent cannot play it.
    pub(super) fn game(&self, values: &Values) -> Result<Arc<dyn Game>, String> {
        let (named, agent) = (|error: &dyn std::fmt::Display| format!("game `{}`: {error}", self.entry.name), &self.agent);
        let game = self.entry.build(values).map_err(|error| named(&error))?;
        let game = view(&game, &self.split).map_err(|error| named(&error))?;
        self.recipe.supports(&game.info()).map_err(|reason| format!("agent `{agent}` cannot play this: it {reason}"))?;
        self.recipe.check(&game).map_err(|error| format!("agent `{agent}`: {error}"))?;
        Ok(game)
    }
}
