//! Agents around agents: what can be said about a turn from outside is no branch inside a search.

mod solver_hand_over;
mod random_turns;

pub use random_turns::RandomTurns;
pub use solver_hand_over::SolverHandOver;
