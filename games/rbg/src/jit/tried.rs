//! Trying patterns that change the state: each is a function of its own, which searches for a way through its body and undoes what it changed.

use super::code::{Code, Stack};
use super::context::{Context, Status};
use super::points::Points;
use super::sets::Set;
use crate::ir::Body;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use std::mem::offset_of;

impl Code<'_, '_> {
    /// The squares of a set from which a pattern can be walked.
    pub(super) fn tried(&mut self, body: Body, set: &[Value], single: bool) -> Set {
        let words = set.len();
        let none = vec![self.number(0); words];
        if single {
            let (inside, done) = (self.block(), self.block_with(words));
            let some = self.some(set);
            self.branch_with(some, (inside, &[]), (done, &none));
            self.begin(inside);
            let square = self.first(set);
            let holds = self.holds(body, square);
            let found = self.only_if(holds, set);
            self.jump(done, &found);
            self.begin(done);
            return self.parameters(done);
        }
        let (head, inside, done) = (self.block_with(2 * words), self.block(), self.block());
        let start: Vec<Value> = set.iter().chain(&none).copied().collect();
        self.jump(head, &start);
        self.begin(head);
        let now = self.parameters(head);
        let (rest, found) = now.split_at(words);
        let more = self.any(rest);
        self.branch(more, inside, done);
        self.begin(inside);
        let square = self.first(rest);
        let one = self.one(square);
        let holds = self.holds(body, square);
        let hit = self.only_if(holds, &one);
        let mut next = self.without(rest, &one);
        next.extend(self.or(found, &hit));
        self.jump(head, &next);
        self.begin(done);
        found.to_vec()
    }

    /// Those squares from which a pattern can be walked.
    pub(super) fn tried_from(&mut self, body: Body, points: &[Value]) -> Points {
        self.those(points, |code, point| {
            let (inside, done) = (code.block(), code.block_of(1, types::I8));
            let some = code.some_of(&[point]);
            let no = code.builder.ins().iconst(types::I8, 0);
            code.branch_with(some, (inside, &[]), (done, &[no]));
            code.begin(inside);
            let holds = code.holds(body, point);
            code.jump(done, &[holds]);
            code.begin(done);
            code.parameters(done)[0]
        })
    }

    /// Whether a pattern can be walked from a square.
    fn holds(&mut self, body: Body, square: Value) -> Value {
        let Stack { log, frame, frame_size, too_long, too_much } = self.stack.expect("set when the function is begun");
        let (log, frame) = (self.read(log), self.read(frame));
        let above = self.builder.ins().iadd_imm_s(frame, frame_size);
        self.set_field(offset_of!(Context, pattern_log), log);
        self.set_field(offset_of!(Context, pattern_frames), above);
        let status = self.call(self.patterns[&body], &[self.state, self.context, square]);
        let (fault, done) = (self.block(), self.block());
        self.seldom(fault);
        let is_fault = self.compare_number(IntCC::UnsignedGreaterThan, status, Status::Stopped.code());
        self.branch(is_fault, fault, done);
        self.begin(fault);
        let is_long = self.compare_number(IntCC::Equal, status, Status::TooLong.code());
        self.branch(is_long, too_long, too_much);
        self.begin(done);
        self.compare_number(IntCC::Equal, status, Status::Stopped.code())
    }
}
