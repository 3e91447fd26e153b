//! An experiment against a committed baseline: pass, fail or inconclusive, cell by cell.
//!
//! | to learn | read |
//! |---|---|
//! | what an experiment comes to now, as a baseline | `state` |
//! | when enough rounds have been played | `sequential` |
//! | how far apart two means are | `compare` |
//! | the verdict of a cell | [`mod@judge`] |
//! | the verdicts for CI and for programs | `junit`, `markdown`, `json` |

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
