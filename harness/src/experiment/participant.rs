//! Games and agents as an experiment names them.

use std::fmt;
use std::sync::Arc;
use treebench_agents::{AgentEntry, Budget};
use treebench_games::params::Values;
use treebench_games::{Game, GameEntry};

/// A game with its parameters.
#[derive(Clone)]
pub struct GameChoice {
    /// The registered game.
    pub entry: &'static GameEntry,
    /// All of its parameters.
    pub params: Values,
    /// The game, built.
    pub game: Arc<dyn Game>,
    /// What reports call it: the name, and the parameters that differ from the defaults.
    pub label: String,
}

/// An agent with its parameters, in one cell.
#[derive(Clone)]
pub struct Participant {
    /// The name of its `[agent.NAME]` table.
    pub name: String,
    /// The registered agent.
    pub entry: &'static AgentEntry,
    /// All of its parameters, the swept ones at this cell's values.
    pub params: Values,
    /// What it may spend on a turn.
    pub budget: Budget,
}

impl fmt::Debug for GameChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.label)
    }
}

impl fmt::Debug for Participant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({}: {}; {})", self.name, self.entry.name, self.params, self.budget)
    }
}
