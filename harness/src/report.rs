//! What kinds share when they report: printed values, words for cells, sections and warnings.

mod claims;
mod reference;
mod shared;

pub use claims::{Claimed, Findings, Found, Replication};
pub(crate) use claims::{judge_together, sentences as claim_sentences, sides, words as claim_words};
pub(crate) use reference::line_of;
pub use reference::{Reference, References};
pub use shared::{add_commands, excluded, listed, missing, plural, unused, words};
