//! The agent traits and the agents. Knows the `Game` traits and no game by name.
//!
//! | to learn | read |
//! |---|---|
//! | the agent trait | [`mod@agent`] |
//! | an agent's view of a game under its own split strategy | `split_view` |
//! | budgets and their meter | [`budget`] |
//! | warming up before timed turns | [`mod@warm_up`] |
//! | a turn outside the referee's games | `checked_turn` |
//! | the registry of agents | [`registry`] |
//! | the one search loop over the one tree | [`search`] |
//! | the parts of a search | [`parts`], one file each |
//! | the solver for two players without chance | [`alphabeta`] |
//! | the solver for two players with chance | [`expectimax`] |
//! | GRAVE over a transposition table | [`grave`] |
//! | wrappers of agents | `wrappers` |
//! | hidden information: what agents see, determinisation, equilibria | [`information`] |
//! | agents that are external programs, in any language | [`mod@engines`] |
//! | textbook exact searches, for counting | [`exhaustive`] |
//! | the agents | [`recipes`], one file each |

// `#[agent]` writes paths that start with `::treebench`, the facade's name. Inside this crate that name is the crate.
extern crate self as treebench;

pub mod agent;
mod split_view;
mod greatest;
pub mod budget;
pub mod warm_up;
mod checked_turn;
pub mod registry;
pub mod search;
pub mod parts;
pub mod alphabeta;
pub mod expectimax;
pub mod grave;
mod wrappers;
pub mod information;
pub mod engines;
pub mod exhaustive;
pub mod recipes;

pub use agent::{Agent, AgentError, Evaluation, Fault, Outcome, Proof, Recipe, RootMove, Score, SearchReport, Verdict};
pub use budget::{Budget, Clock, Meter, Overrun, PlayerClock, RemainingTime, Snapshot, TIME_CONTROL, TimeControl};
pub use checked_turn::checked_turn;
pub use registry::{AgentEntry, agents};
pub use treebench_macros::agent;
pub use warm_up::warm_up;

/// What the macros write paths to. Not for use by hand.
#[doc(hidden)]
pub mod __private {
    pub use crate::agent::Recipe;
    pub use crate::registry::{AgentEntry, BuildRecipe, erase_recipe};
    pub use treebench_games::__private::*;
}
