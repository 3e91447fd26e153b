//! An experiment against a committed baseline: pass, fail or inconclusive, cell by cell.
//!
//! | to learn | read |
//! |---|---|
//! | the committed file | [`baseline`] |
//! | which files contradict themselves | `audit` |
//! | which records are identical | `digest` |
//! | how far apart two means are | `compare` |
//! | the verdict of a cell | [`mod@judge`] |
//! | the verdicts as files for CI | `junit`, `markdown` |

pub mod baseline;
mod audit;
mod compare;
mod digest;
pub mod judge;
mod junit;
mod markdown;

pub use baseline::{BASELINE_FORMAT, Baseline, BaselineCell, BaselineStatistic};
pub use digest::digests;
pub use judge::{Judged, Rule, Status, judge, overall};
pub use junit::junit;
pub use markdown::markdown;
