//! Compiling a function and keeping its code.

use crate::abi::context::Context;
use crate::analysis::entry_states::EntryStates;
use crate::analysis::graph::Graph;
use crate::emit::code::{Code, Patterns};
use crate::emit::select;
use crate::emit::tables::Tables;
use crate::play::function::Purpose;
use crate::program::Program;
use cranelift_codegen::entity::EntitySet;
use cranelift_codegen::ir::{AbiParam, Function as Unfinished, Inst, Value, ValueDef, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};

/// Arguments: the words of a state, a context, and the entry state to begin at or, for a pattern, the square; returns the status as a number.
type Entry = unsafe extern "C" fn(*mut u64, *mut Context, u64) -> i64;

/// A compiled function with everything it needs to live.
pub(crate) struct Function {
    pub(crate) entry: Entry,
    /// Whether it may find the list full.
    pub(crate) lists: bool,
    /// Whether it may find the room for candidates full.
    pub(crate) searches: bool,
    /// Owns the code's memory; `None` only during drop.
    module: Option<JITModule>,
    /// Read by the code at fixed addresses.
    _tables: Tables,
}

impl std::fmt::Debug for Function {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Function").field("entry", &self.entry).finish_non_exhaustive()
    }
}

// SAFETY: the module is not used after compilation but to free the code, by the one owner; code and tables are never written to again,
// so that any number of threads may run the one and read the other.
unsafe impl Send for Function {}
// SAFETY: as above: through a shared reference only the code is reached.
unsafe impl Sync for Function {}

impl Function {
    pub(crate) fn new(program: &Program, entries: &EntryStates, patterns: &Patterns, purpose: Purpose) -> Self {
        let mut flags = settings::builder();
        for (name, value) in
            [("opt_level", "speed"), ("is_pic", "false"), ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })]
        {
            flags.set(name, value).expect("a setting of Cranelift");
        }
        let isa = cranelift_native::builder()
            .and_then(|isa| isa.finish(settings::Flags::new(flags)).map_err(|_| "no code can be made for this processor"));
        let isa = isa.expect("checked when the program was prepared");
        let mut module = JITModule::new(JITBuilder::with_isa(isa, default_libcall_names()));
        let mut context = module.make_context();
        context.func.signature.params = vec![AbiParam::new(types::I64); 3];
        context.func.signature.returns = vec![AbiParam::new(types::I64)];
        let mut tables = Tables::default();
        let mut frontend = FunctionBuilderContext::new();
        let mut builder = FunctionBuilder::new(&mut context.func, &mut frontend);
        let entry = builder.create_block();
        builder.append_block_params_for_function_params(entry);
        builder.switch_to_block(entry);
        let [state, memory, entry] = builder.block_params(entry)[..] else { unreachable!("three parameters") };
        let select = select::declare(builder.func);
        let code = Code { builder, program, tables: &mut tables, patterns, stack: None, select, state, context: memory };
        purpose.emit(code, Graph { program, entries }, entry, module.target_config());
        remove_unused(&mut context.func);
        let id = module.declare_function("play", Linkage::Export, &context.func.signature).expect("a new module has no functions");
        select::define(&mut module, id, &mut context);
        module.clear_context(&mut context);
        module.finalize_definitions().expect("nothing outside the function is called");
        let address = module.get_finalized_function(id);
        // SAFETY: the address is that of the function just made, with the signature that was declared above.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
        Function { entry, lists: purpose.lists(), searches: purpose.searches(), module: Some(module), _tables: tables }
    }
}

/// Removes the instructions whose results nothing uses. Cranelift keeps loads of this kind.
fn remove_unused(function: &mut Unfinished) {
    let graph = &function.dfg;
    let blocks = function.layout.blocks();
    let instructions: Vec<Inst> = blocks.flat_map(|block| function.layout.block_insts(block)).collect();
    let acts = |&inst: &Inst| {
        let kind = graph.insts[inst].opcode();
        // No load of native code traps.
        let traps = kind.can_trap() && !kind.can_load();
        kind.is_terminator() || kind.is_call() || kind.can_store() || traps || kind.other_side_effects()
    };
    let mut used = EntitySet::with_capacity(graph.num_values());
    let mut waiting: Vec<Value> = instructions.iter().copied().filter(acts).flat_map(|inst| graph.inst_values(inst)).collect();
    while let Some(value) = waiting.pop() {
        let value = graph.resolve_aliases(value);
        if used.insert(value)
            && let ValueDef::Result(inst, _) = graph.value_def(value)
        {
            waiting.extend(graph.inst_values(inst));
        }
    }
    let is_unused = |inst: &Inst| !acts(inst) && graph.inst_results(*inst).iter().all(|&result| !used.contains(result));
    let unused: Vec<Inst> = instructions.into_iter().filter(is_unused).collect();
    for inst in unused {
        function.layout.remove_inst(inst);
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the function is borrowed from the program for every call, so none is running when the program is dropped.
            unsafe { module.free_memory() };
        }
    }
}
