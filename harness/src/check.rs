//! An experiment against a committed baseline: pass, fail or inconclusive, cell by cell.
//!
//! | to learn | read |
//! |---|---|
//! | the committed file | [`baseline`] |
//! | which files contradict themselves | `audit` |
//! | the results of rounds as the file holds them | `series` |
//! | when enough rounds have been played | `sequential` |
//! | how far apart two means are | `compare` |
//! | the verdict of a cell | [`mod@judge`] |
//! | the verdicts as files for CI | `junit`, `markdown` |

pub mod baseline;
mod audit;
mod compare;
mod series;
mod sequential;
pub mod judge;
mod junit;
mod markdown;

pub use baseline::{BASELINE_FORMAT, Baseline, BaselineCell, BaselineMoments, BaselineStatistic};
pub use judge::{Judged, Rule, Status, judge, overall};
pub use junit::junit;
pub use markdown::markdown;
pub use sequential::{Decision, Looks, Sequential, sequential};
pub use series::{Series, Written};
