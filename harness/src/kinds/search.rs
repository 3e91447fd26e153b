//! The kind `search`: decision quality over the course of one search, on positions whose optimal moves are known (chapter 4 of Bjorge and
//! Schaeffer, "Monte-Carlo Search Algorithms", 2010).
//!
//! In a game of hidden information a task is one strategy instead: the agent is asked anew in every information set, with a separate search for every
//! number of iterations, and the exploitability of its strategy is recorded.
//!
//! A task is one position and one search. All agents search the same positions with the same random numbers, so their differences are paired. The
//! move that the search would play is recorded at iteration counts evenly spaced on a logarithmic scale.
//!
//! | to learn | read |
//! |---|---|
//! | the settings and checkpoints | `settings` |
//! | the optimal moves | `judge` |
//! | the exploitability of a strategy | `strategy` |
//! | the stored record of a search | `record` |
//! | running and examining a search | `player` |
//! | searches that repeat others | `repeats` |
//! | the summary of a cell's searches | `summary` |
//! | the differences between cells on the same positions | `paired_difference`, `cell_pairs` |
//! | what is asked of a summary | `results` |
//! | a cell in a results file | `cell` |
//! | the report | `report` |

mod settings;
mod record;
mod judge;
mod strategy;
mod player;
mod one_position;
mod repeats;
mod summary;
mod results;
mod paired_difference;
mod cell_pairs;
mod cell;
mod report;
mod kind;

pub(super) use kind::RULES;
pub use kind::Search;
pub(in crate::kinds) use one_position::is_only_position;
pub use paired_difference::PairedDifference;
pub use record::{Checkpoint, SearchRecord, SearchTrace};
pub use settings::{SearchSettings, checkpoints};
pub use summary::{SearchCell, SearchPoint, SearchSummary};
