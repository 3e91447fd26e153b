//! Code for one or each of the squares of sets.

use super::routine::Routine;
use crate::emit::sets::Set;
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value, types};

/// Sets of more words are taken word by word.
const FEW_WORDS: usize = 2;

/// Takes the lowest square of the first non-empty exit; falls through if there is none.
pub(super) fn first_of<'e>(
    routine: &mut Routine<'_, '_>,
    exits: impl Iterator<Item = (&'e Exit, &'e Set)>,
    mut take: impl FnMut(&mut Routine<'_, '_>, usize, &'e Exit, &'e Set, Value),
) {
    for (n, (exit, set)) in exits.enumerate() {
        let next = routine.begin_if_some(set);
        let square = routine.code.first(set);
        take(routine, n, exit, set, square);
        routine.code.begin(next);
    }
}

/// Emits a loop over the squares of a set.
pub(super) fn each_square(routine: &mut Routine<'_, '_>, set: &[Value], body: impl FnOnce(&mut Routine<'_, '_>, Value)) {
    if routine.code.is_point(set) {
        let (inside, done) = (routine.code.block(), routine.code.block());
        let some = routine.code.any(set);
        routine.code.branch(some, inside, done);
        routine.code.begin(inside);
        body(routine, set[0]);
        routine.code.jump(done, &[]);
        return routine.code.begin(done);
    }
    if set.len() > FEW_WORDS {
        return each_square_by_words(routine, set, body);
    }
    let (head, inside, done) = (routine.code.block_with(set.len()), routine.code.block(), routine.code.block());
    routine.code.jump(head, set);
    routine.code.begin(head);
    let rest = routine.code.parameters(head);
    let more = routine.code.any(&rest);
    routine.code.branch(more, inside, done);
    routine.code.begin(inside);
    let square = routine.code.first(&rest);
    body(routine, square);
    let rest = routine.code.strike(&rest, square);
    routine.code.jump(head, &rest);
    routine.code.begin(done);
}

/// The same word by word.
fn each_square_by_words(routine: &mut Routine<'_, '_>, set: &[Value], body: impl FnOnce(&mut Routine<'_, '_>, Value)) {
    let slot = routine.code.builder.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, (set.len() * 8) as u32, 3));
    for (i, &word) in set.iter().enumerate() {
        routine.code.builder.ins().stack_store(types::I64, word, slot, (i * 8) as i32);
    }
    let base = routine.code.builder.ins().stack_addr(types::I64, slot, 0);
    let (words, squares) = (routine.code.block_with(1), routine.code.block_with(1));
    let (inside, next, done) = (routine.code.block(), routine.code.block(), routine.code.block());
    let none = routine.code.number(0);
    routine.code.jump(words, &[none]);
    routine.code.begin(words);
    let first = routine.code.parameters(words)[0];
    let offset = routine.code.builder.ins().ushr_imm_u(first, 3);
    let address = routine.code.builder.ins().iadd(base, offset);
    let word = routine.code.load(address, 0);
    routine.code.jump(squares, &[word]);
    routine.code.begin(squares);
    let rest = routine.code.parameters(squares)[0];
    routine.code.branch(rest, inside, next);
    routine.code.begin(inside);
    let bit = routine.code.builder.ins().ctz(rest);
    let square = routine.code.builder.ins().iadd(first, bit);
    body(routine, square);
    let less = routine.code.builder.ins().iadd_imm_s(rest, -1);
    let rest = routine.code.builder.ins().band(rest, less);
    routine.code.jump(squares, &[rest]);
    routine.code.begin(next);
    let after = routine.code.builder.ins().iadd_imm_s(first, 64);
    let more = routine.code.compare_number(IntCC::UnsignedLessThan, after, (set.len() * 64) as i64);
    routine.code.branch_with(more, (words, &[after]), (done, &[]));
    routine.code.begin(done);
}
