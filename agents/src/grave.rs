//! GRAVE over a transposition table, as Cazenave (2015) and the slide deck "MCTS with Action-based Heuristics" print it.
//!
//! The searches of [`search`](crate::search) keep positions that are reached in two ways apart; here they share one entry. An iteration plays
//! the move of greatest value, (1 − β)·mean + β·AMAF with the all-moves-as-first results of the last entry on the way that has more than `ref`
//! playouts, until it comes to a position without an entry. That one gets an entry, and a random playout. There is no exploration term.
//!
//! The print leaves open what follows: a move without any result has the value 1, so that it is tried; of equal values the first in the game's
//! order is taken; and a position that an iteration meets for the second time, in a game that allows it, is played out from there.
//!
//! `search` is the loop and the search as an agent, `table` the entries.

mod search;
mod table;

pub use search::{GraveTable, GraveTableOptions};
