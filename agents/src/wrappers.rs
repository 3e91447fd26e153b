//! Agents around agents: what can be said about a turn from outside is no branch inside a search.

mod endgame;
mod random_turns;

pub use endgame::Endgame;
pub use random_turns::RandomTurns;
