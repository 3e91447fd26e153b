//! The trace of random play by whole moves: the steps of each candidate and its player.

use crate::emit::code::Code;
use crate::ir::Exit;
use crate::play::routine::Routine;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;

/// The trace, if there is one.
#[derive(Clone, Copy)]
pub(super) struct Trace {
    /// Its length up to the last whole move.
    pub(super) whole: Option<Variable>,
}

impl Trace {
    pub(super) fn is_kept(self) -> bool {
        self.whole.is_some()
    }

    /// The word of a candidate's step.
    pub(super) fn word(self, code: &mut Code<'_, '_>, exit: &Exit, square: Value) -> Option<Value> {
        self.whole.map(|_| code.builder.ins().bor_imm_s(square, i64::from(exit.number) << 16))
    }

    /// Records a candidate's step.
    pub(super) fn append(self, routine: &mut Routine<'_, '_>, exit: &Exit, square: Value) {
        if let Some(word) = self.word(&mut routine.code, exit, square) {
            routine.output.append(&mut routine.code, word);
        }
    }

    /// Records the end of a whole move.
    pub(super) fn end_move(self, routine: &mut Routine<'_, '_>) {
        if let Some(whole) = self.whole {
            routine.output.append_end(&mut routine.code);
            let length = routine.code.read(routine.output.length);
            routine.code.write(whole, length);
        }
    }

    /// Discards the last candidate tried.
    pub(super) fn forget_candidate(self, routine: &mut Routine<'_, '_>) {
        if let Some(whole) = self.whole {
            let length = routine.code.read(whole);
            routine.code.write(routine.output.length, length);
        }
    }
}
