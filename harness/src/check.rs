//! An experiment against a committed baseline: pass, fail or inconclusive, cell by cell.
//!
//! [`baseline`] is the file, `audit` refuses one that contradicts itself, [`mod@judge`] is the rule, `junit` and `markdown` write the verdicts for CI.

pub mod baseline;
mod audit;
pub mod judge;
mod junit;
mod markdown;

pub use baseline::{BASELINE_FORMAT, Baseline, BaselineCell};
pub use judge::{Judged, Rule, Status, judge, overall};
pub use junit::junit;
pub use markdown::markdown;
