//! The search loop and its tree.
//!
//! Monte-Carlo tree search for any number of players (max-n: every player maximises their own mean), with chance (explicit chance nodes, or
//! open loop), over submoves of any length (nodes may be intermediate; dead ends are pruned when they are found), with tree re-use between
//! turns, and over information sets in games of hidden information. No transpositions and no parallel search.
//!
//! [`mcts`] is the loop and [`tree`] the arena. [`phases`] has the traits of the parts that a recipe chooses; [`needs`] collects what the
//! parts require of the tree and of each other, and has the trait of backup rules; [`iteration`] is what they are told.
//!
//! Papers: Coulom 2006 (the four phases), Kocsis and Szepesvári 2006 (UCT), Sturtevant 2008 (max-n with UCT), the split-moves
//! paper (nodal, intermediate and dead states).

pub mod tree;
pub mod actions;
pub mod iteration;
pub mod needs;
pub mod phases;
mod move_lister;
pub mod mcts;

pub use actions::{ActionId, ActionIds, ActionStep, Actions, Entry, Tracing};
pub(crate) use iteration::upwards;
pub use iteration::{DescentEnd, ExpandedNode, Iteration, Step};
pub use mcts::{Growth, Mcts, MctsOptions, Observer};
pub use move_lister::MoveLister;
pub use needs::{Backup, Needs};
pub(crate) use phases::finish_uniformly;
pub use phases::{Chance, Expansion, FinalMove, Learner, Pick, PlayoutContext, PlayoutPolicy, Selection};
pub(crate) use tree::Fork;
pub use tree::{Column, ColumnId, Columns, Edges, Node, NodeId, Rows, Table, Tree};
