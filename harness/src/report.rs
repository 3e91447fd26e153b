//! What kinds share when they report: printed values, words for cells, sections and warnings.

mod claims;
mod reference;
mod shared;

pub use claims::{Claimed, Findings, Found, Replication};
pub(crate) use claims::{HYPOTHESES, e_value, judge_together, lead as claim_lead, section as claim_section, sides, words as claim_words};
pub(crate) use reference::line_of;
pub use reference::{Reference, References};
pub(crate) use shared::capital;
pub use shared::{add_commands, excluded, listed, missing, plural, unused, words};
