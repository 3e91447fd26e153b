//! Split strategies (split-moves paper, appendix 2.2): the division of moves into semimoves.
//!
//! `passes` has the list of the passes and runs them; all but the shortest are modules.
//!
//! | pass | module |
//! |---|---|
//! | the strategy writes its dots | `insert` |
//! | dots that only the keeper meets are removed | `passes` |
//! | dots that could make one move look like two are found | `legality` |
//! | ... and moved to the right until they are legal | `postpone` |
//! | dots that leave no choice are removed | `indecisive_splits` |
//!
//! They work on the rules as a tree and as a graph, alone and times the board (`product`), within a `budget`, and record the outcome
//! of each dot in a [`report`].

mod strategy;
mod budget;
pub mod report;
mod product;
mod insert;
mod legality;
mod postpone;
mod indecisive_splits;
mod passes;
#[cfg(test)]
mod tests;

pub use budget::SplitError;
pub use passes::{dotted, explained};
pub use strategy::Split;
