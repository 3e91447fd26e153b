//! The list that a function writes: codes of moves, or a trace.

use crate::abi::context::Context;
use crate::abi::trace::END;
use crate::emit::code::Code;
use crate::emit::sets::Set;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// The list under construction.
#[derive(Clone, Copy)]
pub(super) struct Output {
    /// The number of its words.
    pub(super) length: Variable,
    /// The exit for a full list.
    pub(super) full: Block,
}

impl Output {
    /// Appends a word.
    pub(super) fn append(self, code: &mut Code<'_, '_>, word: Value) {
        let list = code.field(offset_of!(Context, list));
        let length = code.read(self.length);
        let offset = code.builder.ins().ishl_imm_u(length, 3);
        let address = code.builder.ins().iadd(list, offset);
        let end = code.field(offset_of!(Context, list_end));
        let room = code.compare(IntCC::UnsignedLessThan, address, end);
        code.require(room, self.full);
        code.store(word, address, 0);
        code.add(self.length, 1);
    }

    /// Appends a word if one of the sets has a square.
    pub(super) fn append_if_any(self, code: &mut Code<'_, '_>, sets: &[Set], word: Value) {
        let (some, done) = (code.block(), code.block());
        for set in sets {
            let (any, next) = (code.any(set), code.block());
            code.branch(any, some, next);
            code.begin(next);
        }
        code.jump(done, &[]);
        code.begin(some);
        self.append(code, word);
        code.jump(done, &[]);
        code.begin(done);
    }

    /// Appends the end of a player's whole move to a trace, before control is handed over.
    pub(super) fn append_end(self, code: &mut Code<'_, '_>) {
        let head = code.load(code.state, 0);
        let player = code.builder.ins().band_imm_s(head, 0xffff);
        let end = code.builder.ins().bor_imm_s(player, END as i64);
        self.append(code, end);
    }
}
