//! Random numbers in native code, the same that [`SplitMix`](crate::SplitMix) makes.

use super::machine::Machine;
use crate::splitmix::GAMMA;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};

impl Machine<'_, '_> {
    /// A uniform number below `count`; none is drawn if that is 1.
    pub(super) fn draw(&mut self, count: Value) -> Value {
        let gamma = self.code.number(GAMMA as i64);
        let none = self.code.number(0);
        let several = self.code.compare_number(IntCC::UnsignedGreaterThan, count, 1);
        let step = self.code.builder.ins().select(several, gamma, none);
        let before = self.code.read(self.random);
        let state = self.code.builder.ins().iadd(before, step);
        self.code.write(self.random, state);
        let z = self.mixed(state);
        self.code.builder.ins().umulhi(z, count)
    }

    /// 64 uniform bits.
    pub(super) fn draw_bits(&mut self) -> Value {
        self.code.add(self.random, GAMMA as i64);
        let state = self.code.read(self.random);
        self.mixed(state)
    }

    /// The random number that a generator's state gives, as [`SplitMix`](crate::SplitMix) makes it.
    pub(super) fn mixed(&mut self, state: Value) -> Value {
        let mut z = state;
        for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9_u64), (27, 0x94d0_49bb_1331_11eb)] {
            let high = self.code.builder.ins().ushr_imm_u(z, shift);
            z = self.code.builder.ins().bxor(z, high);
            let factor = self.code.number(factor as i64);
            z = self.code.builder.ins().imul(z, factor);
        }
        let high = self.code.builder.ins().ushr_imm_u(z, 31);
        self.code.builder.ins().bxor(z, high)
    }
}
