//! Random play that writes its moves to the list: moves of players as semimoves' codes under `Mod`, as the steps of candidates in the
//! orthodox view, each whole move followed by its player.
//!
//! Choices save the length of the list in their frames; backtracking shortens it again. When the function ends, anything after the last
//! whole move was undone and is ignored.

use crate::abi::areas::FRAME_TRACE;
use crate::abi::context::Context;
use crate::abi::trace::END;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::machine::{Machine, Mode};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// The code of a step that is a semimove.
    pub(crate) fn step_code(&mut self, exit: &Exit, square: Value) -> Value {
        let first = self.code.program.codes.first_digit_of(exit.number);
        self.code.builder.ins().iadd_imm_s(square, first as i64)
    }

    /// Appends a word to the list.
    pub(crate) fn append(&mut self, word: Value) {
        let list = self.code.field(offset_of!(Context, list));
        let listed = self.code.read(self.listed);
        let offset = self.code.builder.ins().ishl_imm_u(listed, 3);
        let address = self.code.builder.ins().iadd(list, offset);
        let end = self.code.field(offset_of!(Context, list_end));
        let room = self.code.compare(IntCC::UnsignedLessThan, address, end);
        let on = self.code.block();
        self.code.branch(room, on, self.list_full);
        self.code.begin(on);
        self.code.store(word, address, 0);
        self.code.add(self.listed, 1);
    }

    /// Appends a code if one of the sets has a square.
    pub(crate) fn append_if_any(&mut self, sets: &[Set], code: Value) {
        let (some, done) = (self.code.block(), self.code.block());
        for set in sets {
            let (any, next) = (self.code.any(set), self.code.block());
            self.code.branch(any, some, next);
            self.code.begin(next);
        }
        self.code.jump(done, &[]);
        self.code.begin(some);
        self.append(code);
        self.code.jump(done, &[]);
        self.code.begin(done);
    }

    /// Records a player's step under `Mod`.
    pub(crate) fn trace_step(&mut self, exit: &Exit, square: Value) {
        if self.traces(Mode::Split) {
            let code = self.step_code(exit, square);
            self.append(code);
        }
    }

    /// Saves the length in the topmost frame.
    pub(crate) fn save_trace(&mut self) {
        if self.traces(Mode::Split) {
            let (frame, listed) = (self.code.read(self.frame), self.code.read(self.listed));
            self.code.store(listed, frame, FRAME_TRACE);
        }
    }

    /// Discards the output since the topmost frame was pushed.
    pub(crate) fn restore_trace(&mut self) {
        if self.traces(Mode::Split) {
            let frame = self.code.read(self.frame);
            let listed = self.code.load(frame, FRAME_TRACE);
            self.code.write(self.listed, listed);
        }
    }

    /// The encoding of a candidate's step in the trace.
    pub(crate) fn traced_step(&mut self, exit: &Exit, square: Value) -> Option<Value> {
        self.traces(Mode::Orthodox).then(|| self.code.builder.ins().bor_imm_s(square, i64::from(exit.number) << 16))
    }

    /// Records the last step of a candidate.
    pub(crate) fn trace_last(&mut self, exit: &Exit, square: Value) {
        if let Some(step) = self.traced_step(exit, square) {
            self.append(step);
        }
    }

    /// Records the end of a player's whole move, before control is handed over.
    pub(crate) fn trace_end(&mut self) {
        if !self.traced {
            return;
        }
        let head = self.code.load(self.code.state, 0);
        let player = self.code.builder.ins().band_imm_s(head, 0xffff);
        let end = self.code.builder.ins().bor_imm_s(player, END as i64);
        self.append(end);
        if self.mode == Mode::Orthodox {
            let traced = self.search().traced;
            let listed = self.code.read(self.listed);
            self.code.write(traced, listed);
        }
    }

    /// Discards the last candidate tried.
    pub(crate) fn forget_tried(&mut self) {
        if self.traces(Mode::Orthodox) {
            let traced = self.search().traced;
            let listed = self.code.read(traced);
            self.code.write(self.listed, listed);
        }
    }

    fn traces(&self, mode: Mode) -> bool {
        self.traced && self.mode == mode
    }
}
