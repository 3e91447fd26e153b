//! Games and solvers for tests, here and in the crates that search. Nothing in it is registered.
//!
//! [`SplitGame`] is a small game whose moves are made of semimoves, with dead ends; [`solve`] finds the values of any small game by
//! exhaustive search.

mod solve;
mod split;

pub use solve::{Solver, solve};
pub use split::SplitGame;
