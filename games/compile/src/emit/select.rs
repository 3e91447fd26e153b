//! The square with a given rank, by one instruction where the processor has it.
//!
//! Cranelift does not know that instruction. The code calls a function that does not exist, whose arguments and result are in known registers,
//! and the instruction takes the place of the call, which is as long.

use crate::emit::code::Code;
use crate::passes::Pass;
use cranelift_codegen::control::ControlPlane;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{
    AbiParam, ExtFuncData, ExternalName, FuncRef, Function, InstBuilder, Signature, UserExternalName, Value, types,
};
use cranelift_codegen::isa::CallConv;
use cranelift_codegen::{Context, FinalizedMachReloc, FinalizedRelocTarget};
use cranelift_jit::JITModule;
use cranelift_module::{FuncId, Module, ModuleReloc};

/// A near call, of which the address follows.
const CALL: u8 = 0xe8;

/// `pdep rax, rdx, rcx`: puts the bits of `rdx`, from the lowest on, to the places of the bits of `rcx`. These hold the arguments of calls under
/// the convention of [`declare`].
const DEPOSIT: [u8; 5] = [0xc4, 0xe2, 0xeb, 0xf5, 0xc1];

/// The name of the function; those of a module have namespace 0.
const NAME: UserExternalName = UserExternalName { namespace: 1, index: 0 };

/// Whether this processor has the instruction; detected at run time, so that the program runs on any processor.
#[cfg(target_arch = "x86_64")]
fn is_fast() -> bool {
    std::is_x86_feature_detected!("bmi2")
}

/// Whether this processor has the instruction.
#[cfg(not(target_arch = "x86_64"))]
fn is_fast() -> bool {
    false
}

/// Declares it for calls from a function, if this processor has the instruction. Under this convention more registers keep what is in them
/// during calls than under System V.
pub(crate) fn declare(caller: &mut Function) -> Option<FuncRef> {
    if !is_fast() {
        return None;
    }
    let mut signature = Signature::new(CallConv::WindowsFastcall);
    signature.params = vec![AbiParam::new(types::I64); 2];
    signature.returns = vec![AbiParam::new(types::I64)];
    let signature = caller.import_signature(signature);
    let name = ExternalName::user(caller.declare_imported_user_function(NAME));
    Some(caller.import_function(ExtFuncData { name, signature, colocated: true, patchable: false }))
}

/// Compiles a function and adds it to a module, with the instruction in place of the calls.
pub(crate) fn define(module: &mut JITModule, id: FuncId, context: &mut Context) {
    let compiled = context.compile(module.isa(), &mut ControlPlane::default()).expect("valid code");
    let (mut code, alignment) = (compiled.code_buffer().to_vec(), u64::from(compiled.buffer.alignment));
    let references = compiled.buffer.relocs().to_vec();
    let left = references.iter().filter(|reference| !replaces(&mut code, &context.func, reference));
    let left: Vec<ModuleReloc> = left.map(|reference| ModuleReloc::from_mach_reloc(reference, &context.func, id)).collect();
    module.define_function_bytes(id, alignment, &code, &left).expect("it is defined once");
}

/// Whether a reference is such a call, which is then replaced.
fn replaces(code: &mut [u8], caller: &Function, reference: &FinalizedMachReloc) -> bool {
    let FinalizedRelocTarget::ExternalName(ExternalName::User(name)) = reference.target else { return false };
    if caller.params.user_named_funcs()[name] != NAME {
        return false;
    }
    let call = &mut code[reference.offset as usize - 1..][..DEPOSIT.len()];
    assert_eq!(call[0], CALL, "a near call");
    call.copy_from_slice(&DEPOSIT);
    true
}

impl Code<'_, '_> {
    /// The square with this rank in the set, which exists.
    pub(crate) fn nth(&mut self, set: &[Value], rank: Value) -> Value {
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
        if let Some(select) = self.select.filter(|_| self.program.passes.has(Pass::SelectBits)) {
            let one = self.number(1);
            let nth = self.builder.ins().ishl(one, rank);
            let call = self.builder.ins().call(select, &[word, nth]);
            let bit = self.builder.inst_results(call)[0];
            let place = self.builder.ins().ctz(bit);
            return self.builder.ins().iadd(base, place);
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
    use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
    use cranelift_jit::JITBuilder;
    use cranelift_module::{Linkage, default_libcall_names};
    use std::io::Write;

    /// Makes a function of a word and a bit: the bit put to its place by the instruction, with numbers around it that must be kept.
    #[cfg(target_arch = "x86_64")]
    #[test]
    fn the_instruction_finds_every_bit_and_changes_nothing_else() {
        let mut module = JITModule::new(JITBuilder::new(default_libcall_names()).unwrap());
        let mut context = module.make_context();
        context.func.signature = Signature::new(CallConv::SystemV);
        context.func.signature.params = vec![AbiParam::new(types::I64); 2];
        context.func.signature.returns = vec![AbiParam::new(types::I64)];
        let mut frontend = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut frontend);
        let Some(select) = declare(builder.func) else {
            // Not `eprintln!`, whose output is hidden when the test passes.
            let _ = std::io::stderr().write_all(b"skipped: this processor has no BMI2, so that the instruction cannot be tried\n");
            return;
        };
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let (word, bit) = (builder.block_params(entry)[0], builder.block_params(entry)[1]);
        let kept: Vec<Value> = (1..12).map(|i| builder.ins().imul_imm_s(word, 2 * i + 1)).collect();
        let call = builder.ins().call(select, &[word, bit]);
        let mut sum = builder.inst_results(call)[0];
        for (i, &value) in (1..).zip(&kept) {
            let again = builder.ins().imul_imm_s(word, 2 * i + 1);
            let differs = builder.ins().bxor(value, again);
            sum = builder.ins().bor(sum, differs);
        }
        builder.ins().return_(&[sum]);
        builder.seal_all_blocks();
        builder.finalize(module.target_config());
        let id = module.declare_function("test", Linkage::Export, &context.func.signature).unwrap();
        define(&mut module, id, &mut context);
        module.finalize_definitions().unwrap();
        let address = module.get_finalized_function(id);
        // SAFETY: it takes its arguments where functions of this convention do, and returns its result where they do.
        let made = unsafe { std::mem::transmute::<*const u8, extern "sysv64" fn(u64, u64) -> u64>(address) };
        let word = 0x8000_0100_0040_a001_u64;
        let places = (0..64).filter(|i| word >> i & 1 != 0);
        for (rank, place) in places.enumerate() {
            assert_eq!(made(word, 1 << rank), 1 << place);
        }
        // SAFETY: the function is not called any more.
        unsafe { module.free_memory() };
    }
}
