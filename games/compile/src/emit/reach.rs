//! Tests whether a fill reaches a goal: it ends where a square of the goal is found, and does not begin if the board has none.

use super::code::Code;
use crate::emit::fill;
use crate::squares::Relation;
use cranelift_codegen::ir::{InstBuilder, Value, types};

/// Whether a square of the goal is reached: `first` are the squares next to those from which the fill starts.
pub(crate) fn finds(code: &mut Code<'_, '_>, first: &[Value], relation: &Relation, through: &[Value], goal: &[Value]) -> Value {
    let words = first.len();
    let (start, head, onward, done) = (code.block(), code.block_with(words), code.block(), code.block_of(1, types::I8));
    let [no, yes] = [0, 1].map(|holds| code.builder.ins().iconst(types::I8, holds));
    let wanted = code.any(goal);
    code.branch_with(wanted, (start, &[]), (done, &[no]));
    code.begin(start);
    let open = code.or(through, goal);
    let ways = fill::ways(code, relation, std::slice::from_ref(&open), &[]);
    let first = code.and(first, &open);
    code.jump(head, &first);
    code.begin(head);
    let before = code.parameters(head);
    let hit = code.and(&before, goal);
    let hit = code.any(&hit);
    code.branch_with(hit, (done, &[yes]), (onward, &[]));
    code.begin(onward);
    let (after, more) = fill::round(code, &before, &ways);
    code.branch_with(more, (head, &after), (done, &[no]));
    code.begin(done);
    code.parameters(done)[0]
}
