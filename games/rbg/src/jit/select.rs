//! The square with a given rank, by one instruction where the processor has it.
//!
//! Cranelift does not know that instruction, so it is in a function of a few machine instructions, which is called from the code without an
//! address in memory.

use super::code::Code;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{AbiParam, FuncRef, Function, InstBuilder, Signature, Value, types};
use cranelift_codegen::isa::CallConv;
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Linkage, Module};

/// The index of the bit with a rank (`rsi`) in a word (`rdi`) that has more bits, to `rax`: a bit is put to the place of the one wanted.
const SELECT: [u8; 21] = [
    0xb8, 1, 0, 0, 0, // mov eax, 1
    0xc4, 0xe2, 0xc9, 0xf7, 0xc0, // shlx rax, rax, rsi
    0xc4, 0xe2, 0xfb, 0xf5, 0xc7, // pdep rax, rax, rdi
    0xf3, 0x48, 0x0f, 0xbc, 0xc0, // tzcnt rax, rax
    0xc3, // ret
];

/// Whether this processor has the instructions; detected at run time, so that the program runs on any processor.
#[cfg(target_arch = "x86_64")]
fn is_fast() -> bool {
    std::is_x86_feature_detected!("bmi2") && std::is_x86_feature_detected!("bmi1")
}

/// Whether this processor has the instructions.
#[cfg(not(target_arch = "x86_64"))]
fn is_fast() -> bool {
    false
}

/// Defines the function in a module, if this processor has the instructions.
fn define(module: &mut JITModule) -> Option<FuncId> {
    if !is_fast() {
        return None;
    }
    let mut signature = Signature::new(CallConv::SystemV);
    signature.params = vec![AbiParam::new(types::I64); 2];
    signature.returns = vec![AbiParam::new(types::I64)];
    let id = module.declare_function("select", Linkage::Local, &signature).expect("a new module has no functions");
    module.define_function_bytes(id, 16, &SELECT, &[]).expect("it is defined once");
    Some(id)
}

/// The same, for calls from a function of the module.
pub(super) fn declare(module: &mut JITModule, caller: &mut Function) -> Option<FuncRef> {
    define(module).map(|id| module.declare_func_in_func(id, caller))
}

impl Code<'_, '_> {
    /// The square with this rank in the set, which exists.
    pub(super) fn nth(&mut self, set: &[Value], rank: Value) -> Value {
        if self.is_point(set) {
            return set[0];
        }
        let (mut word, mut rank, mut base) = (set[0], rank, self.number(0));
        // From word to word as long as the rank lies beyond it.
        for (i, &next) in set.iter().enumerate().skip(1) {
            let count = self.builder.ins().popcnt(set[i - 1]);
            let start = self.number((i * 64) as i64);
            let before = self.number(((i - 1) * 64) as i64);
            let reached = self.compare(IntCC::Equal, base, before);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, rank, count);
            let on = self.builder.ins().band(reached, beyond);
            let less = self.builder.ins().isub(rank, count);
            rank = self.builder.ins().select(on, less, rank);
            word = self.builder.ins().select(on, next, word);
            base = self.builder.ins().select(on, start, base);
        }
        if let Some(select) = self.select.filter(|_| self.program.passes.select) {
            let call = self.builder.ins().call(select, &[word, rank]);
            let bit = self.builder.inst_results(call)[0];
            return self.builder.ins().iadd(base, bit);
        }
        for width in [32, 16, 8, 4, 2, 1] {
            let low = self.builder.ins().band_imm_s(word, (1i64 << width) - 1);
            let count = self.builder.ins().popcnt(low);
            let beyond = self.compare(IntCC::UnsignedGreaterThanOrEqual, rank, count);
            let less = self.builder.ins().isub(rank, count);
            rank = self.builder.ins().select(beyond, less, rank);
            let high = self.builder.ins().ushr_imm_u(word, width);
            word = self.builder.ins().select(beyond, high, word);
            let further = self.builder.ins().iadd_imm_s(base, width);
            base = self.builder.ins().select(beyond, further, base);
        }
        base
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cranelift_jit::JITBuilder;
    use cranelift_module::default_libcall_names;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn it_finds_every_bit() {
        let mut module = JITModule::new(JITBuilder::new(default_libcall_names()).unwrap());
        let Some(id) = define(&mut module) else { return };
        module.finalize_definitions().unwrap();
        let address = module.get_finalized_function(id);
        // SAFETY: it takes its arguments where functions of this convention do, and returns its result where they do.
        let select = unsafe { std::mem::transmute::<*const u8, extern "sysv64" fn(u64, u64) -> u64>(address) };
        let word = 0x8000_0100_0040_a001_u64;
        let places: Vec<u64> = (0..64).filter(|i| word >> i & 1 != 0).collect();
        for (rank, &place) in places.iter().enumerate() {
            assert_eq!(select(word, rank as u64), place);
        }
        // SAFETY: the function is not called any more.
        unsafe { module.free_memory() };
    }
}
