//! Records → numbers. Pure functions on plain numbers, each with its source and textbook tests; then the summary of a
//! match, and the report made of it.

mod moments;
mod haworth;
mod wilson;
mod elo;
mod flat;
mod ratio;
mod verdict;
mod holm;
mod summary;
mod reference;
mod match_report;
mod playout_summary;
mod playout_report;
mod search_summary;
mod search_report;

pub use elo::{Elo, elo};
pub use flat::{Branching, Flat};
pub use haworth::{Z95, expected_half_width, half_width};
pub use holm::holm;
pub use match_report::match_report;
pub use moments::Moments;
pub use playout_report::playout_report;
pub use playout_summary::{PlayoutCell, PlayoutSummary};
pub use ratio::Ratio;
pub use reference::{Reference, References};
pub use search_report::search_report;
pub use search_summary::{Paired, SearchCell, SearchPoint, SearchSummary};
pub use summary::{CellSummary, Effort, MatchSummary};
pub use verdict::{p_value, verdict};
pub use wilson::{difference, wilson};
