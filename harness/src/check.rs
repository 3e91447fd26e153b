//! An experiment against a committed baseline: pass, fail or inconclusive, cell by cell.
//!
//! | to learn | read |
//! |---|---|
//! | what an experiment comes to now, as a baseline | `state` |
//! | when enough rounds have been played | `sequential` |
//! | how far apart two means are | `compare` |
//! | the verdict of a cell | [`mod@judge`] |
//! | the verdicts as files for CI | `junit`, `markdown` |

mod state;
mod compare;
mod sequential;
pub mod judge;
mod junit;
mod markdown;

pub use judge::{JudgedCell, Rule, Status, judge, overall};
pub use junit::junit;
pub use markdown::markdown;
pub use sequential::{Decision, Looks, Sequential, sequential};
pub use state::baseline_of;
