//! Expectimax for two players with chance: exact for small games, and an opponent for the tree searches.
//!
//! What it does: iterative deepening over players' moves, alpha-beta at players' nodes, Star1 or Star2 at chance nodes, the game's own
//! estimate ([`Position::evaluate`](treebench_games::Position::evaluate)) at the horizon. What it does not: a transposition table, move
//! ordering beyond the best move of the last iteration at the root, moves of several semimoves, more than two players.
//!
//! A finished iteration gives exactly the expectimax value of its depth, under any pruning. Values are the own score minus the other's, from −1
//! to 1, for the player at the root.
//!
//! `search` is the recursion over players' nodes, `star` the one over outcomes, and `turn` the search as an agent.
//!
//! Papers: Ballard 1983 (Star1, Star2), Hauk, Buro and Schaeffer 2004 (the bounds as used here).

mod search;
mod star;
mod turn;

pub use search::{Expectimax, ExpectimaxOptions, Pruning};
