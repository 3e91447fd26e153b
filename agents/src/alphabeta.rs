//! Alpha-beta for two players without chance: a solver of small games, and a sparring partner for the tree searches.
//!
//! It has iterative deepening over negamax with null windows, a transposition table, killer moves and a history heuristic, and handles
//! several turns in a row of one player and moves made of semimoves, without dead ends. It does not handle chance or more than two players,
//! and knows nothing about a game beyond [`Position::evaluate`](treebench_games::Position::evaluate).
//!
//! A completed iteration gives exactly the minimax value of its depth: table and ordering save time and change no value. Depth is counted
//! in whole moves. The value is the player's score minus the opponent's, so in a game whose scores do not sum to a constant it plays for
//! the difference. A value is *proven* if it rests on finished games alone, never on an estimate; where a position's key leaves out a
//! counter that brings a draw nearer, so does the proof.
//!
//! `search` is the recursion, `table` the transposition table, `order` move ordering, `value` the arithmetic of values and windows, and
//! `turn` iterative deepening and the search as an agent.
//!
//! Papers: Knuth and Moore 1975 (alpha-beta, negamax), Marsland and Campbell 1982 (principal variation search), Breuker, Uiterwijk
//! and van den Herik 1994 (two-tier replacement), Akl and Newborn 1977 (killer moves), Schaeffer 1989 (history heuristic).

mod search;
mod table;
mod order;
mod value;
mod turn;

pub use search::{AlphaBeta, AlphaBetaOptions, Findings};
