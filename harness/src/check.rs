//! An experiment against a committed baseline: pass, fail or inconclusive, cell by cell.
//!
//! | to learn | read |
//! |---|---|
//! | the current results of an experiment, as a baseline | `state` |
//! | the sequential test | `sequential` |
//! | the comparison of two means | `compare` |
//! | the verdict of a cell | [`mod@judge`] |
//! | the verdicts in machine-readable formats | `junit`, `markdown`, `json` |

mod state;
mod compare;
mod sequential;
pub mod judge;
mod json;
mod junit;
mod markdown;

pub use json::json;
pub use judge::{JudgedCell, Rule, Status, judge, overall};
pub use junit::junit;
pub use markdown::markdown;
pub use sequential::{Decision, Looks, Sequential, sequential};
pub use state::baseline_of;
