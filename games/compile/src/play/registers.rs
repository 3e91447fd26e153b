//! The registers of a function: variables of the generated code, declared for the tasks that use them.

use crate::board::Piece;
use crate::ir::Exit;
use crate::squares::Relation;
use cranelift_codegen::ir::Block;
use cranelift_frontend::Variable;
use std::collections::BTreeMap;

/// The code of the steps so far, while whole moves are listed.
#[derive(Clone, Copy)]
pub(crate) struct Digits {
    pub(crate) code: Variable,
    pub(crate) weight: Variable,
    /// The hash of the steps, if some code of the program may need it.
    pub(crate) hash: Option<Variable>,
}

/// A way to candidates that was looked at ahead: the entry state and the exit of each step, and the entry state they lead to.
#[derive(Clone)]
pub(crate) struct Foreseen {
    pub(crate) steps: Vec<(usize, Exit)>,
    pub(crate) entry: usize,
    /// For squares of the last step that are recorded together: the exit that ends the candidate.
    pub(crate) run: Option<usize>,
}

/// The search for candidates in random play by whole moves.
pub(crate) struct Search {
    /// The addresses of the next node and the next record.
    pub(crate) node_top: Variable,
    /// The node of the step just executed, 0 where the move begins.
    pub(crate) node: Variable,
    pub(crate) record_top: Variable,
    /// The number of candidates found, and of unsuccessful draws.
    pub(crate) total: Variable,
    pub(crate) tries: Variable,
    /// The candidate being tested, whether there is one, and the number of completable ones.
    pub(crate) index: Variable,
    pub(crate) testing: Variable,
    pub(crate) legal: Variable,
    /// The length of the trace up to the last whole move.
    pub(crate) traced: Variable,
    /// The rank of the candidate drawn within its record, and the record.
    pub(crate) rank: Variable,
    pub(crate) record: Variable,
    /// All candidates have been found.
    pub(crate) found: Block,
    /// A candidate could not be completed.
    pub(crate) failed: Block,
    /// A candidate that was only tested could be completed.
    pub(crate) tested: Block,
    /// The blocks that draw the step that ends the candidate, by entry state.
    pub(crate) last_steps: BTreeMap<usize, Block>,
    /// The blocks that look at the steps of chains, by the number of the first step and the piece that it takes the place of. Their parameters
    /// are the square of that step and the node before it.
    pub(crate) chains: BTreeMap<(u32, Piece), Block>,
    /// What the records without sets of steps refer to.
    pub(crate) behind: Vec<Behind>,
    /// What is needed to keep counts, if any are kept.
    pub(crate) counts: Option<Counts>,
    /// Whether some candidates are found by executing steps.
    pub(crate) replays: bool,
    /// The numbers in the lowest frame that lead to `found`, to `failed` and out of the function.
    pub(crate) found_end: i64,
    pub(crate) failed_end: i64,
    pub(crate) over_end: i64,
}

impl Search {
    /// What is needed to keep counts, where some are kept.
    pub(crate) fn kept(&self) -> &Counts {
        self.counts.as_ref().expect("counts are kept")
    }

    /// The number of candidates of the move.
    pub(crate) fn candidates(&self) -> Variable {
        self.counts.as_ref().map_or(self.total, |counts| counts.candidates)
    }
}

/// What lies behind a record without sets.
#[derive(Clone)]
pub(crate) enum Behind {
    /// Candidates found by steps that were only assumed.
    Foreseen(Foreseen),
    /// A state that was counted before, at this entry state.
    Counted(usize),
}

/// Numbers of candidates that are found once (see `counts`).
pub(crate) struct Counts {
    /// The entry states where they are kept: for each square one of the same kind.
    pub(crate) kinds: BTreeMap<usize, Relation>,
    /// The first record of the latest search behind a reference.
    pub(crate) first: Variable,
    /// Whether the next state is to be searched anew, though it was counted.
    pub(crate) anew: Variable,
    /// What the search for all candidates of the move found: their number, and the ends of its nodes and records.
    pub(crate) candidates: Variable,
    pub(crate) nodes: Variable,
    pub(crate) records: Variable,
    /// Completes a count.
    pub(crate) counted: Block,
    /// The end of a search behind a reference.
    pub(crate) again: Block,
    /// Finds the record of a candidate by its rank, starting at a given record.
    pub(crate) scan: Block,
    /// The numbers in frames that lead to `counted` and `again`.
    pub(crate) counted_end: i64,
    pub(crate) again_end: i64,
}
