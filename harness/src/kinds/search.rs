//! The kind `search`: decision quality over the course of one search, on positions whose optimal moves are known (chapter 4 of Bjorge and
//! Schaeffer, "Monte-Carlo Search Algorithms", 2010).
//!
//! In a game of hidden information a task is one strategy instead: the agent is asked afresh in every information set, by a search of its own for every
//! number of iterations, and the exploitability of what it answers is noted.
//!
//! A task is one position and one search. All agents search the same positions with the same random numbers, so that their differences
//! are differences of pairs. What the search would play is noted at iteration counts that are evenly spaced on a logarithmic scale.
//!
//! | to learn | read |
//! |---|---|
//! | what a user may set, and when is looked | `settings` |
//! | which moves are optimal | `judge` |
//! | how near a strategy is to an equilibrium, where information is hidden | `strategy` |
//! | what is stored of a search | `record` |
//! | how a search is run and looked at | `player` |
//! | what the searches of a cell come to | `summary` |
//! | the differences between cells on the same positions | `paired_difference` |
//! | what a results file keeps of a cell | `cell` |
//! | the report | `report` |

mod settings;
mod record;
mod judge;
mod strategy;
mod player;
mod one_position;
mod summary;
mod paired_difference;
mod cell;
mod report;
mod kind;

pub(super) use kind::RULES;
pub use kind::Search;
pub use paired_difference::PairedDifference;
pub use record::{Checkpoint, SearchRecord, SearchTrace};
pub use settings::{SearchSettings, checkpoints};
pub use summary::{SearchCell, SearchPoint, SearchSummary};
