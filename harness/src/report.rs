//! Shared parts of reports: printed values, cell names, sections and warnings.

mod claim_table;
mod claims;
mod growth;
mod remarks;
mod row_remarks;
mod statements;
mod shared;

pub(crate) use claim_table::{HYPOTHESES, STOPPED, e_value, lead as claim_lead, section as claim_section};
pub(crate) use claims::OPEN;
pub use claims::{ClaimEvidence, ClaimOutcome, ClaimResult, Findings, Judge, NoVerdict, Parts, Replication};
pub(crate) use claims::{judge_together, sides, words as claim_words};
pub use growth::{Growth, Incidents, Tests};
pub use remarks::Caveat;
pub(crate) use remarks::{
    CellProvenance, LEAST_CORE_SHARE, Origins, caveats, cell_remarks, hypothesis_remarks, mixed_builds, printed_remark, run_remarks,
    statement_remarks,
};
pub(crate) use row_remarks::add_cell_remarks;
pub(crate) use shared::capital;
pub use shared::{add_commands, cell_words, excluded, indefinite, left_out, listed, missing, plural, progress, unused, words};
pub(crate) use statements::{add_statements, stated};
