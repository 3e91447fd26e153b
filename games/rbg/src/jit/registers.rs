//! The registers of a function: variables of the generated code, declared for the tasks that use them.

use cranelift_codegen::ir::{Block, Value};
use cranelift_frontend::Variable;
use std::collections::BTreeMap;

/// The log of changes: where the next entry goes, and where to go if there is no room.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    pub(super) top: Variable,
    pub(super) end: Value,
    pub(super) full: Block,
}

/// The code of the steps done so far, while whole moves are listed.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    pub(super) code: Variable,
    pub(super) weight: Variable,
    /// The hash of the steps, if some code of the program may need it.
    pub(super) hash: Option<Variable>,
}

/// The search for candidates in random play by whole moves.
pub(super) struct Search {
    /// Where the next node and the next record go.
    pub(super) node_top: Variable,
    pub(super) record_top: Variable,
    /// Candidates found, and how many were drawn in vain.
    pub(super) total: Variable,
    pub(super) tries: Variable,
    /// Which candidate is being tested, whether one is, and how many can be completed.
    pub(super) index: Variable,
    pub(super) testing: Variable,
    pub(super) legal: Variable,
    /// The length of the trace up to the last whole move.
    pub(super) traced: Variable,
    /// The rank of the candidate drawn within its record, and the record.
    pub(super) rank: Variable,
    pub(super) record: Variable,
    /// All candidates have been found.
    pub(super) found: Block,
    /// A candidate could not be completed.
    pub(super) failed: Block,
    /// A candidate that was only tested could be completed.
    pub(super) tested: Block,
    /// Where the step that ends a candidate is drawn, by entry state.
    pub(super) last_steps: BTreeMap<usize, Block>,
    /// The numbers in the lowest frame that lead to `found`, to `failed` and out of the function.
    pub(super) found_end: i64,
    pub(super) failed_end: i64,
    pub(super) over_end: i64,
}
