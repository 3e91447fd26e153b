//! Completing moves that leave no choice, with the keeper's moves after them, and trying patterns that change the state.

use super::routine::Routine;
use super::task::Task;
use crate::abi::context::Status;
use crate::analysis::entry_states::EntryState;
use crate::board::Control;
use crate::emit::sets::Set;
use cranelift_codegen::ir::Value;

/// Completes a move without a choice, and makes the keeper's moves.
pub(super) struct MoveCompletion;

impl Task for MoveCompletion {
    fn begins_at(&self, state: &EntryState) -> bool {
        state.keeper || state.forced
    }

    /// Never reached: a move is only completed where nothing is left to choose.
    fn choose(&mut self, routine: &mut Routine<'_, '_>, _entry: usize, _square: Value, _sets: &[Set]) {
        routine.code.jump(routine.faults.too_much, &[]);
    }

    fn next_move(&mut self, routine: &mut Routine<'_, '_>, _entry: usize, _square: Value, _next: Control) {
        routine.leave(Status::Stopped);
    }
}

/// Walks a pattern from the square that is the argument.
pub(super) struct Pattern;

impl Task for Pattern {
    fn begin(&mut self, routine: &mut Routine<'_, '_>, argument: Value, _square: Value) {
        routine.enter(0, argument);
    }

    /// Never reached: all choices in patterns are the keeper's.
    fn choose(&mut self, routine: &mut Routine<'_, '_>, _entry: usize, _square: Value, _sets: &[Set]) {
        routine.code.jump(routine.faults.too_much, &[]);
    }
}
