//! Numbers of candidates that are found once: where a move may come back to the same place in the rules, different orders of the same steps lead
//! to the same state, from which the same candidates continue.
//!
//! Their number is kept in a table, with the state. All that is recorded of these candidates is a *reference*: their number, and the node that
//! leads there; it is recorded again when the same state is met again in the search. If the candidate drawn lies behind one, the steps up to there
//! are repeated, and the search is made anew from that state; most of what it then needs is in the table.

use crate::abi::areas::{COUNT_KEY, COUNT_MOVE, COUNT_VALUE, TABLE};
use crate::abi::context::Context;
use crate::analysis::repeated_states::{repeated_states, state_words};
use crate::emit::code::Code;
use crate::emit::points;
use crate::passes::Pass;
use crate::play::routine::Routine;
use crate::squares::Relation;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::collections::BTreeMap;
use std::mem::offset_of;

/// The table's entry of a state whose candidates are still being counted.
const UNFINISHED: i64 = -1;

/// A factor of hashes: 2⁶⁴ divided by the golden ratio, which spreads the bits of a word over all higher ones.
const FACTOR: i64 = 0x9e37_79b9_7f4a_7c15_u64.cast_signed();

/// The registers and blocks of counts.
pub(super) struct Counts {
    /// The entry states where they are kept: for each square one of the same kind.
    pub(super) kinds: BTreeMap<usize, Relation>,
    /// The first record of the latest search behind a reference.
    pub(super) first: Variable,
    /// Whether the next state is to be searched anew, though it was counted.
    pub(super) anew: Variable,
    /// The result of the search for all candidates of the move: their number, and the ends of its nodes and records.
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

/// The result of a table look-up.
pub(super) struct Lookup {
    /// The place of the state.
    pub(super) slot: Value,
    /// The count, if it is known.
    pub(super) count: Value,
    /// The block where it is known.
    pub(super) known: Block,
}

impl Counts {
    /// Declares what is needed to keep counts, if there are entry states where they are worth keeping.
    pub(super) fn new(routine: &mut Routine<'_, '_>) -> Option<Self> {
        let kinds = repeated_states(routine.graph);
        if kinds.is_empty() || !routine.graph.program.passes.has(Pass::CountOnce) {
            return None;
        }
        let code = &mut routine.code;
        let none = code.number(0);
        let mut variable = || code.variable(none);
        let (first, anew, nodes, records, candidates) = (variable(), variable(), variable(), variable(), variable());
        let (counted, again, scan) = (code.block(), code.block(), code.block_with(2));
        let (counted_end, again_end) = (routine.choices.number(counted), routine.choices.number(again));
        Some(Counts { kinds, first, anew, nodes, records, candidates, counted, again, scan, counted_end, again_end })
    }

    /// Begins a new move, for which earlier counts no longer hold.
    pub(super) fn forget(&self, code: &mut Code<'_, '_>) {
        let before = code.field(offset_of!(Context, counted));
        let now = code.builder.ins().iadd_imm_s(before, 1);
        code.set_field(offset_of!(Context, counted), now);
    }

    /// Searches for the state at an entry state in the table, and marks its count as unfinished if it is new. Goes to `on` if it is being counted
    /// or its place is taken by another one that is.
    /// Goes on in the code for a new state.
    pub(super) fn look_up(&self, code: &mut Code<'_, '_>, entry: usize, square: Value, on: Block) -> Lookup {
        let kinds = &self.kinds[&entry];
        let place = match kinds.uniform() {
            Some(_) => code.number((entry as i64) << 16),
            None => {
                let kind = points::steps(code, kinds, &[square])[0];
                code.builder.ins().bor_imm_s(kind, (entry as i64) << 16)
            }
        };
        let state = state_words(&code.program.layout).map(|word| code.load(code.state, word));
        let key: Vec<Value> = std::iter::once(place).chain(state).collect();
        let slot = slot(code, &key);
        let counted = code.field(offset_of!(Context, counted));
        let (filled, other, same, known, new) = (code.block(), code.block(), code.block(), code.block(), code.block());
        let since = code.load(slot, COUNT_MOVE);
        let current = code.compare(IntCC::Equal, since, counted);
        code.branch(current, filled, new);
        code.begin(filled);
        let mut differs = code.number(0);
        for (n, &word) in key.iter().enumerate() {
            let stored = code.load(slot, COUNT_KEY + n);
            let change = code.builder.ins().bxor(stored, word);
            differs = code.builder.ins().bor(differs, change);
        }
        let count = code.load(slot, COUNT_VALUE);
        let unfinished = code.compare_number(IntCC::Equal, count, UNFINISHED);
        code.branch(differs, other, same);
        code.begin(other);
        // A count that is not finished must not lose its place.
        code.branch(unfinished, on, new);
        code.begin(same);
        code.branch(unfinished, on, known);

        code.begin(new);
        code.store(counted, slot, COUNT_MOVE);
        for (n, &word) in key.iter().enumerate() {
            code.store(word, slot, COUNT_KEY + n);
        }
        let unfinished = code.number(UNFINISHED);
        code.store(unfinished, slot, COUNT_VALUE);
        Lookup { slot, count, known }
    }
}

/// The address of the only place in the table where a state can be.
fn slot(code: &mut Code<'_, '_>, key: &[Value]) -> Value {
    let mut hash = code.number(0);
    for &word in key {
        let turned = code.builder.ins().rotl_imm_u(hash, 23);
        let mixed = code.builder.ins().bxor(turned, word);
        hash = code.builder.ins().imul_imm_s(mixed, FACTOR);
    }
    let words = COUNT_KEY + key.len();
    let slots = (TABLE / words).ilog2();
    let index = code.builder.ins().ushr_imm_u(hash, i64::from(u64::BITS - slots));
    let offset = code.builder.ins().imul_imm_s(index, (words * 8) as i64);
    let table = code.field(offset_of!(Context, table));
    code.builder.ins().iadd(table, offset)
}
