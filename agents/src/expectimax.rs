//! Expectimax for two players with chance: exact for small games, and an opponent for the tree searches.
//!
//! It has iterative deepening over players' moves, alpha-beta at players' nodes, Star1 or Star2 at chance nodes, and the game's own
//! estimate ([`Position::evaluate`](treebench_games::Position::evaluate)) at the horizon. It has no transposition table and no move
//! ordering beyond the best move of the last iteration at the root, and does not handle moves of several semimoves or more than two
//! players.
//!
//! A completed iteration gives exactly the expectimax value of its depth, under any pruning. Values are the player's score minus the
//! opponent's, from −1 to 1, for the player at the root.
//!
//! `search` is the recursion at players' nodes and the search as an agent, `star` the recursion at chance nodes.
//!
//! Papers: Ballard 1983 (Star1, Star2), Hauk, Buro and Schaeffer 2004 (the bounds as used here).

mod search;
mod star;

pub use search::{Expectimax, ExpectimaxOptions, Pruning};
