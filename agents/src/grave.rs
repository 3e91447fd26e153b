//! GRAVE over a transposition table, as Cazenave (2015) and the slide deck "MCTS with Action-based Heuristics" print it.
//!
//! The searches of [`search`](crate::search) keep transpositions apart; here they share one entry. An iteration plays the move of greatest value, (1
//! − β)·mean + β·AMAF with the all-moves-as-first results of the last entry on the way that has more than `ref` playouts, until it comes to a
//! position without an entry. That one gets an entry, and a random playout. There is no exploration term.
//!
//! Choices that the print leaves open: a move without a result has the value 1, so it is tried; among equal values the first in the game's order is
//! taken; and from a position that an iteration meets for the second time, in games that allow it, a playout follows.
//!
//! `search` is the loop and the search as an agent, `table` the entries.

mod search;
mod table;

pub use search::{GraveTable, GraveTableOptions};
