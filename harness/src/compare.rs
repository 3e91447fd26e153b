//! Compares two runs of an experiment, or a run with a committed baseline: which games are the same, and how much the results differ.
//!
//! | to learn | read |
//! |---|---|
//! | which cells of two runs belong together | `pairing` |
//! | which tasks are the same, and their differences round by round | `tasks` |
//! | a run against a baseline | `baseline` |
//! | which rounds are one observation | `round_links` |
//! | cells with a changed parameter | `difference_groups` |
//! | the result | `comparison` |
//! | its answer in sentences, and its report | `lead`, `report` |

mod pairing;
mod tasks;
mod difference_groups;
mod baseline;
mod comparison;
mod lead;
mod report;
mod round_links;

pub use baseline::compare_with_baseline;
pub use comparison::{Comparison, OverallDifference};
pub use difference_groups::DifferenceGroup;
pub use pairing::Pairing;
pub use tasks::compare_runs;
