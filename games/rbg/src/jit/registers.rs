//! The registers of a function: variables of the generated code, declared for the tasks that use them.

use crate::board::Piece;
use crate::ir::Exit;
use crate::squares::Relation;
use cranelift_codegen::ir::{Block, Value};
use cranelift_frontend::Variable;
use std::collections::BTreeMap;

/// The undo log: the address of the next entry, and the exit for a full log.
#[derive(Clone, Copy, Debug)]
pub(super) struct Log {
    pub(super) top: Variable,
    pub(super) end: Value,
    pub(super) full: Block,
}

/// The code of the steps so far, while whole moves are listed.
#[derive(Clone, Copy)]
pub(super) struct Digits {
    pub(super) code: Variable,
    pub(super) weight: Variable,
    /// The hash of the steps, if some code of the program may need it.
    pub(super) hash: Option<Variable>,
}

/// A way to candidates that was looked at ahead: the entry state and the exit of each step, and the entry state they lead to.
#[derive(Clone)]
pub(super) struct Foreseen {
    pub(super) steps: Vec<(usize, Exit)>,
    pub(super) entry: usize,
    /// For squares of the last step that are recorded together: the exit that ends the candidate.
    pub(super) run: Option<usize>,
}

/// Steps none of which leaves a choice until the last may end a candidate.
pub(super) struct Chain {
    /// The entry state and the exit of the first step.
    pub(super) first: (usize, Exit),
    pub(super) links: Vec<Link>,
}

/// A step of a chain, and the only exit that is looked at after it: the next step, or the one that ends the candidate.
pub(super) struct Link {
    pub(super) old: Piece,
    pub(super) new: Piece,
    /// The entry state that the step leads to, and the exit by its number there.
    pub(super) entry: usize,
    pub(super) exit: usize,
}

/// The search for candidates in random play by whole moves.
pub(super) struct Search {
    /// The addresses of the next node and the next record.
    pub(super) node_top: Variable,
    /// The node of the step just executed, 0 where the move begins.
    pub(super) node: Variable,
    pub(super) record_top: Variable,
    /// The number of candidates found, and of unsuccessful draws.
    pub(super) total: Variable,
    pub(super) tries: Variable,
    /// The candidate being tested, whether there is one, and the number of completable ones.
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
    /// The blocks that draw the step that ends the candidate, by entry state.
    pub(super) last_steps: BTreeMap<usize, Block>,
    /// The blocks that look at the steps of chains, by the number of the first step and the piece that it takes the place of. Their parameters
    /// are the square of that step and the node before it.
    pub(super) chains: BTreeMap<(u32, Piece), Block>,
    /// What the records without sets of steps refer to.
    pub(super) behind: Vec<Behind>,
    /// What is needed to keep counts, if any are kept.
    pub(super) counts: Option<Counts>,
    /// Whether some candidates are found by executing steps.
    pub(super) replays: bool,
    /// The numbers in the lowest frame that lead to `found`, to `failed` and out of the function.
    pub(super) found_end: i64,
    pub(super) failed_end: i64,
    pub(super) over_end: i64,
}

impl Search {
    /// What is needed to keep counts, where some are kept.
    pub(super) fn kept(&self) -> &Counts {
        self.counts.as_ref().expect("counts are kept")
    }

    /// The number of candidates of the move.
    pub(super) fn candidates(&self) -> Variable {
        self.counts.as_ref().map_or(self.total, |counts| counts.candidates)
    }
}

/// What lies behind a record without sets.
#[derive(Clone)]
pub(super) enum Behind {
    /// Candidates found by steps that were only assumed.
    Foreseen(Foreseen),
    /// A state that was counted before, at this entry state.
    Counted(usize),
}

/// Numbers of candidates that are found once (see `counts`).
pub(super) struct Counts {
    /// The entry states where they are kept: for each square one of the same kind.
    pub(super) kinds: BTreeMap<usize, Relation>,
    /// The first record of the latest search behind a reference.
    pub(super) first: Variable,
    /// Whether the next state is to be searched anew, though it was counted.
    pub(super) anew: Variable,
    /// What the search for all candidates of the move found: their number, and the ends of its nodes and records.
    pub(super) candidates: Variable,
    pub(super) nodes: Variable,
    pub(super) records: Variable,
    /// Completes a count.
    pub(super) counted: Block,
    /// The end of a search behind a reference.
    pub(super) again: Block,
    /// Finds the record of a candidate by its rank, starting at a given record.
    pub(super) scan: Block,
    /// The numbers in frames that lead to `counted` and `again`.
    pub(super) counted_end: i64,
    pub(super) again_end: i64,
}
