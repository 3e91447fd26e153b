//! The choice by values in random play under `Mod` (see [`Guide`](crate::guide::Guide)).

use crate::abi::context::Context;
use crate::emit::sets::Set;
use crate::ir::Exit;
use crate::play::machine::Machine;
use cranelift_codegen::ir::condcodes::{FloatCC, IntCC};
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, Value, types};
use std::mem::offset_of;

impl Machine<'_, '_> {
    /// Branches to `uniform` with probability ε, or if there is no choice; otherwise to the block of the exit whose step has the greatest
    /// value, with its square.
    pub(crate) fn choose_by_value(&mut self, exits: &[Exit], sets: &[Set], total: Value, uniform: Block, taken: &[Block]) {
        let (several, greedy) = (self.code.block(), self.code.block());
        let one = self.code.compare_number(IntCC::UnsignedLessThan, total, 2);
        self.code.branch(one, uniform, several);
        self.code.begin(several);
        let drawn = self.draw_bits();
        let threshold = self.code.field(offset_of!(Context, threshold));
        let is_uniform = self.code.compare(IntCC::UnsignedLessThan, drawn, threshold);
        self.code.branch(is_uniform, uniform, greedy);
        self.code.begin(greedy);
        let table = self.player_values();
        let least = self.code.builder.ins().f64const(f64::NEG_INFINITY);
        let best = self.code.builder.declare_var(types::F64);
        self.code.builder.def_var(best, least);
        let none = self.code.number(0);
        let (chosen, equal) = (self.code.variable(none), self.code.variable(none));
        for (n, (exit, set)) in exits.iter().zip(sets).enumerate() {
            self.each_square(set, |machine, square| {
                let code = machine.step_code(exit, square);
                let offset = machine.code.builder.ins().ishl_imm_u(code, 3);
                let address = machine.code.builder.ins().iadd(table, offset);
                let value = machine.code.builder.ins().load(types::F64, MemFlagsData::trusted(), address, 0);
                let (better, other, same, take, done) =
                    (machine.code.block(), machine.code.block(), machine.code.block(), machine.code.block(), machine.code.block());
                let before = machine.code.builder.use_var(best);
                let greater = machine.code.builder.ins().fcmp(FloatCC::GreaterThan, value, before);
                machine.code.branch(greater, better, other);
                machine.code.begin(better);
                machine.code.builder.def_var(best, value);
                let first = machine.code.number(1);
                machine.code.write(equal, first);
                machine.code.jump(take, &[]);
                machine.code.begin(other);
                let equals = machine.code.builder.ins().fcmp(FloatCC::Equal, value, before);
                machine.code.branch(equals, same, done);
                machine.code.begin(same);
                machine.code.add(equal, 1);
                let count = machine.code.read(equal);
                let drawn = machine.draw(count);
                machine.code.branch(drawn, done, take);
                machine.code.begin(take);
                let this = machine.code.builder.ins().bor_imm_s(square, (n as i64) << 16);
                machine.code.write(chosen, this);
                machine.code.jump(done, &[]);
                machine.code.begin(done);
            });
        }
        let chosen = self.code.read(chosen);
        let square = self.code.builder.ins().band_imm_s(chosen, 0xffff);
        let exit = self.code.builder.ins().ushr_imm_u(chosen, 16);
        let ways: Vec<Block> = taken.iter().map(|_| self.code.block()).collect();
        self.code.switch(exit, &ways);
        for (way, &taken) in ways.into_iter().zip(taken) {
            self.code.begin(way);
            self.code.jump(taken, &[square]);
        }
    }

    /// The address of the values of the player in control.
    fn player_values(&mut self) -> Value {
        let head = self.code.load(self.code.state, 0);
        let player = self.code.builder.ins().band_imm_s(head, 0xffff);
        let values = self.code.field(offset_of!(Context, values));
        let size = self.code.field(offset_of!(Context, values_size));
        let offset = self.code.builder.ins().imul(player, size);
        self.code.builder.ins().iadd(values, offset)
    }
}
