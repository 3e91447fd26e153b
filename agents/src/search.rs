//! The one search loop over the one tree.
//!
//! What it does: Monte-Carlo tree search for any number of players (max-n: every player maximises the own mean), with chance
//! (as nodes whose outcomes are sampled, or without a trace in the tree), over submoves of any length (a node may be intermediate; dead ends leave the
//! tree when they are found), with tree re-use between turns. What it does not: transpositions, parallel search.
//!
//! [`mcts`] is the loop, [`tree`] the arena and its re-use on the next turn, with tables beside the nodes for searches that prove
//! things ([`Facts`]). The parts that a recipe picks are traits in [`parts`](crate::parts).
//!
//! Papers: Coulom 2006 (the four phases), Kocsis and Szepesvári 2006 (UCT), Sturtevant 2008 (max-n with UCT), the split-moves
//! paper (nodal, intermediate and dead states).

pub mod tree;
pub mod actions;
pub mod mcts;

pub use actions::{ActionId, ActionIds, ActionStep, Actions, Wanted};
pub use mcts::{Growth, Mcts, MctsOptions};
pub use tree::{ActionTables, AmafCount, Bias, Bounds, Column, Edges, Facts, INFINITE, MOST_FINITE, Node, NodeId, Shared, Tree};
