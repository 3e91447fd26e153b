//! Trying patterns that change the state: each is a function of its own, which searches for a way through its body and undoes what it changed.

use crate::abi::context::{Context, Status};
use crate::emit::code::{Code, Stack};
use crate::emit::points;
use crate::emit::points::Points;
use crate::emit::sets::Set;
use crate::ir::Body;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use std::mem::offset_of;

/// The squares of a set from which a pattern can be walked.
pub(crate) fn tried(code: &mut Code<'_, '_>, body: Body, set: &[Value], single: bool) -> Set {
    let words = set.len();
    let none = vec![code.number(0); words];
    if single {
        let (inside, done) = (code.block(), code.block_with(words));
        let some = code.some(set);
        code.branch_with(some, (inside, &[]), (done, &none));
        code.begin(inside);
        let square = code.first(set);
        let holds = holds(code, body, square);
        let found = code.only_if(holds, set);
        code.jump(done, &found);
        code.begin(done);
        return code.parameters(done);
    }
    let (head, inside, done) = (code.block_with(2 * words), code.block(), code.block());
    let start: Vec<Value> = set.iter().chain(&none).copied().collect();
    code.jump(head, &start);
    code.begin(head);
    let now = code.parameters(head);
    let (rest, found) = now.split_at(words);
    let more = code.any(rest);
    code.branch(more, inside, done);
    code.begin(inside);
    let square = code.first(rest);
    let one = code.one(square);
    let holds = holds(code, body, square);
    let hit = code.only_if(holds, &one);
    let mut next = code.without(rest, &one);
    next.extend(code.or(found, &hit));
    code.jump(head, &next);
    code.begin(done);
    found.to_vec()
}

/// Those squares from which a pattern can be walked.
pub(crate) fn tried_from(code: &mut Code<'_, '_>, body: Body, points: &[Value]) -> Points {
    points::filter(code, points, |code, point| {
        let (inside, done) = (code.block(), code.block_of(1, types::I8));
        let some = points::any_exists(code, &[point]);
        let no = code.builder.ins().iconst(types::I8, 0);
        code.branch_with(some, (inside, &[]), (done, &[no]));
        code.begin(inside);
        let holds = holds(code, body, point);
        code.jump(done, &[holds]);
        code.begin(done);
        code.parameters(done)[0]
    })
}

/// Whether a pattern can be walked from a square.
fn holds(code: &mut Code<'_, '_>, body: Body, square: Value) -> Value {
    let Stack { log, frame, frame_size, too_long, too_much } = code.stack.expect("set when the function is begun");
    let (log, frame) = (code.read(log), code.read(frame));
    let above = code.builder.ins().iadd_imm_s(frame, frame_size);
    code.set_field(offset_of!(Context, pattern_log), log);
    code.set_field(offset_of!(Context, pattern_frames), above);
    let status = code.call(code.patterns[&body], &[code.state, code.context, square]);
    let (fault, done) = (code.block(), code.block());
    code.mark_cold(fault);
    let is_fault = code.compare_number(IntCC::UnsignedGreaterThan, status, Status::Stopped.code());
    code.branch(is_fault, fault, done);
    code.begin(fault);
    let is_long = code.compare_number(IntCC::Equal, status, Status::TooLong.code());
    code.branch(is_long, too_long, too_much);
    code.begin(done);
    code.compare_number(IntCC::Equal, status, Status::Stopped.code())
}
