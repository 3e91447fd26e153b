//! What an agent is for treebench, and the agents themselves. Knows the `Game` traits and no game by name.
//!
//! | to learn | read |
//! |---|---|
//! | what every agent must do | [`mod@agent`] |
//! | how it sees a game under a split strategy of its own | `split_view` |
//! | how its effort is limited and counted | [`budget`] |
//! | what happens before its turns are timed | [`mod@warm_up`] |
//! | a turn outside the referee's games | `checked_turn` |
//! | how agents are registered and found | [`registry`] |
//! | the one search loop over the one tree | [`search`] |
//! | the parts of a search | [`parts`], one file each |
//! | the solver for two players without chance | [`alphabeta`] |
//! | the solver for two players with chance | [`expectimax`] |
//! | GRAVE over a transposition table | [`grave`] |
//! | agents around agents | `wrappers` |
//! | what agents see of hidden information, searches of information sets, equilibria | [`information`] |
//! | agents that are programs of others, in any language | [`mod@engines`] |
//! | the textbook's exact searches, for counting | [`exhaustive`] |
//! | the agents | [`recipes`], one file each |

// `#[agent]` writes paths that start with `::treebench`, the facade's name. Inside this crate that name is the crate.
extern crate self as treebench;

pub mod agent;
mod split_view;
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
