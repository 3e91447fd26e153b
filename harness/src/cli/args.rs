//! What verbs share: arguments, and the steps that several of them take.

pub(super) mod named;
pub(super) mod limits;
pub(super) mod ask;
pub(super) mod entry;
pub(super) mod experiments;
pub(super) mod load;
pub(super) mod playing;
pub(super) mod write_report;
