//! Random numbers, as [`SplitMix`](crate::SplitMix) makes them.

use crate::emit::code::Code;
use crate::splitmix::GAMMA;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;

/// The register of the generator's state.
#[derive(Clone, Copy)]
pub(crate) struct Random {
    pub(crate) state: Variable,
}

impl Random {
    /// A uniform number below `count`; for 1 none is drawn.
    pub(crate) fn below(self, code: &mut Code<'_, '_>, count: Value) -> Value {
        // The number does not wait for `count`: it is 0 below 1, whatever the bits.
        let before = code.read(self.state);
        let drawn = code.builder.ins().iadd_imm_s(before, GAMMA as i64);
        let bits = mixed(code, drawn);
        let several = code.compare_number(IntCC::UnsignedGreaterThan, count, 1);
        let state = code.builder.ins().select(several, drawn, before);
        code.write(self.state, state);
        code.builder.ins().umulhi(bits, count)
    }

    /// 64 uniform bits.
    pub(crate) fn bits(self, code: &mut Code<'_, '_>) -> Value {
        code.add(self.state, GAMMA as i64);
        let state = code.read(self.state);
        mixed(code, state)
    }
}

/// The random number that a generator's state gives.
pub(crate) fn mixed(code: &mut Code<'_, '_>, state: Value) -> Value {
    let mut z = state;
    for (shift, factor) in [(30, 0xbf58_476d_1ce4_e5b9_u64), (27, 0x94d0_49bb_1331_11eb)] {
        let high = code.builder.ins().ushr_imm_u(z, shift);
        z = code.builder.ins().bxor(z, high);
        let factor = code.number(factor as i64);
        z = code.builder.ins().imul(z, factor);
    }
    let high = code.builder.ins().ushr_imm_u(z, 31);
    code.builder.ins().bxor(z, high)
}
