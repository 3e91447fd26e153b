//! The choice by values in random play by steps (see [`Guide`](crate::guide::Guide)).

use crate::abi::context::Context;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::routine::Routine;
use crate::play::squares::each_square;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use std::mem::offset_of;

/// Branches to `uniform` with probability ε, or if there is no choice; otherwise to the block of the exit whose step has the greatest
/// value, with its square.
pub(super) fn choose_by_value(routine: &mut Routine<'_, '_>, exits: &[Exit], sets: &[Set], total: Value, uniform: Block, taken: &[Block]) {
    let (several, greedy) = (routine.code.block(), routine.code.block());
    let one = routine.code.compare_number(IntCC::UnsignedLessThan, total, 2);
    routine.code.branch(one, uniform, several);
    routine.code.begin(several);
    let drawn = routine.random.bits(&mut routine.code);
    let threshold = routine.code.field(offset_of!(Context, threshold));
    let is_uniform = routine.code.compare(IntCC::UnsignedLessThan, drawn, threshold);
    routine.code.branch(is_uniform, uniform, greedy);
    routine.code.begin(greedy);
    let table = player_values(routine);
    let least = routine.code.builder.ins().f64const(f64::NEG_INFINITY);
    let best = routine.code.builder.declare_var(types::F64);
    routine.code.builder.def_var(best, least);
    let none = routine.code.number(0);
    let (chosen, equal) = (routine.code.variable(none), routine.code.variable(none));
    for (n, (exit, set)) in exits.iter().zip(sets).enumerate() {
        each_square(routine, set, |routine, square| {
            let code = routine.step_code(exit, square);
            let offset = routine.code.builder.ins().ishl_imm_u(code, 3);
            let address = routine.code.builder.ins().iadd(table, offset);
            let value = routine.code.builder.ins().load(types::F64, MemFlagsData::trusted(), address, 0);
            let (better, other, same, take, done) =
                (routine.code.block(), routine.code.block(), routine.code.block(), routine.code.block(), routine.code.block());
            let before = routine.code.builder.use_var(best);
            let greater = routine.code.builder.ins().fcmp(FloatCC::GreaterThan, value, before);
            routine.code.branch(greater, better, other);
            routine.code.begin(better);
            routine.code.builder.def_var(best, value);
            let first = routine.code.number(1);
            routine.code.write(equal, first);
            routine.code.jump(take, &[]);
            routine.code.begin(other);
            let equals = routine.code.builder.ins().fcmp(FloatCC::Equal, value, before);
            routine.code.branch(equals, same, done);
            routine.code.begin(same);
            routine.code.add(equal, 1);
            let count = routine.code.read(equal);
            let drawn = routine.random.below(&mut routine.code, count);
            routine.code.branch(drawn, done, take);
            routine.code.begin(take);
            let this = routine.code.builder.ins().bor_imm_s(square, (n as i64) << 16);
            routine.code.write(chosen, this);
            routine.code.jump(done, &[]);
            routine.code.begin(done);
        });
    }
    let chosen = routine.code.read(chosen);
    let square = routine.code.builder.ins().band_imm_s(chosen, 0xffff);
    let exit = routine.code.builder.ins().ushr_imm_u(chosen, 16);
    let ways: Vec<Block> = taken.iter().map(|_| routine.code.block()).collect();
    routine.code.switch(exit, &ways);
    for (way, &taken) in ways.into_iter().zip(taken) {
        routine.code.begin(way);
        routine.code.jump(taken, &[square]);
    }
}

/// The address of the values of the player in control.
fn player_values(routine: &mut Routine<'_, '_>) -> Value {
    let head = routine.code.load(routine.code.state, 0);
    let player = routine.code.builder.ins().band_imm_s(head, 0xffff);
    let values = routine.code.field(offset_of!(Context, values));
    let size = routine.code.field(offset_of!(Context, values_size));
    let offset = routine.code.builder.ins().imul(player, size);
    routine.code.builder.ins().iadd(values, offset)
}
