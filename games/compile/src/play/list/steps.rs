//! Listing the steps of a state, where each is a semimove.

use crate::abi::context::Status;
use crate::emit::sets::Set;
use crate::play::routine::Routine;
use crate::play::squares::each_square;
use crate::play::task::Task;
use cranelift_codegen::ir::Value;

/// Lists the steps of a state.
pub(in crate::play) struct StepList;

impl Task for StepList {
    fn takes_forced_steps(&self) -> bool {
        false
    }

    fn choose(&mut self, routine: &mut Routine<'_, '_>, entry: usize, _square: Value, sets: &[Set]) {
        for (exit, set) in routine.graph.exits(entry).iter().zip(sets) {
            each_square(routine, set, |routine, square| {
                let code = routine.step_code(exit, square);
                routine.output.append(&mut routine.code, code);
            });
        }
        routine.leave(Status::Stopped);
    }
}
