//! The last step of a candidate, by its rank.

use super::trace::Trace;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::routine::Routine;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

/// Executes the step with a rank among those of some exits.
pub(super) fn end_candidate(routine: &mut Routine<'_, '_>, trace: Trace, entry: usize, exits: &[&Exit], sets: &[Set], mut rank: Value) {
    for (n, (exit, set)) in exits.iter().zip(sets).enumerate() {
        let next = routine.code.block();
        let count = (n + 1 < exits.len()).then(|| {
            let count = routine.code.count(set);
            let take = routine.code.block();
            let here = routine.code.compare(IntCC::UnsignedLessThan, rank, count);
            routine.code.branch(here, take, next);
            routine.code.begin(take);
            count
        });
        let square = if routine.graph.is_single(entry, exit) { routine.code.first(set) } else { routine.code.nth(set, rank) };
        take_last(routine, trace, entry, exit, square);
        if let Some(count) = count {
            routine.code.begin(next);
            rank = routine.code.builder.ins().isub(rank, count);
        }
    }
}

/// Executes the step that ends the candidate.
pub(super) fn take_last(routine: &mut Routine<'_, '_>, trace: Trace, entry: usize, exit: &Exit, square: Value) {
    trace.append(routine, exit, square);
    routine.advance(entry, exit, square);
    routine.go(entry, exit, square);
}
