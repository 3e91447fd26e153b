//! Compiling functions and calling them.

use super::code::{Code, Tables};
use super::context::{Context, MEMORY, Memory, Status};
use super::machine::{Machine, Mode};
use super::stations::Stations;
use super::trace::step_of;
use crate::expr::Control;
use crate::identity::Codes;
use crate::interpret::{Fault, take};
use crate::ir::Unsupported;
use crate::program::Program;
use crate::split::Split;
use crate::state::State;
use cranelift_codegen::ir::{AbiParam, types};
use cranelift_codegen::settings::{self, Configurable};
use cranelift_frontend::{FunctionBuilder, FunctionBuilderContext};
use cranelift_jit::{JITBuilder, JITModule};
use cranelift_module::{Linkage, Module, default_libcall_names};
use std::sync::{Arc, OnceLock};

/// A program as native code; each function is compiled when it is first called.
#[derive(Debug)]
pub struct Native {
    pub(super) program: Arc<Program>,
    stations: Stations,
    pub(super) play: OnceLock<Function>,
    pub(super) trace: OnceLock<Function>,
    pub(super) guide: OnceLock<Function>,
    list: OnceLock<Function>,
    complete: OnceLock<Function>,
}

impl Native {
    /// Prepares a program.
    ///
    /// # Errors
    /// If this processor or this program is not supported; the interpreter serves then.
    pub fn new(program: Arc<Program>) -> Result<Self, Unsupported> {
        if program.split != Split::ORTHODOX && !program.split.modifiers {
            return Err(Unsupported("a strategy without `Mod` has semimoves of several steps".to_owned()));
        }
        cranelift_native::builder().map_err(|reason| Unsupported(reason.to_owned()))?;
        let stations = Stations::new(&program)?;
        if !Memory::holds(&stations) {
            return Err(Unsupported("the board or the number of choices is too large".to_owned()));
        }
        Ok(Native {
            program,
            stations,
            play: OnceLock::new(),
            trace: OnceLock::new(),
            guide: OnceLock::new(),
            list: OnceLock::new(),
            complete: OnceLock::new(),
        })
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    pub(super) fn mode(&self) -> Mode {
        if self.is_orthodox() { Mode::Orthodox } else { Mode::Split }
    }

    pub(super) fn is_orthodox(&self) -> bool {
        self.program.split == Split::ORTHODOX
    }

    /// Lists the codes of the semimoves of a state, in place of what was in the list: none if the game is over, and none in a dead end.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn list(&self, state: &State, out: &mut Vec<u64>) -> Result<(), Fault> {
        out.clear();
        self.with_list(state, |codes| out.extend_from_slice(codes))
    }

    /// Lends the codes of the semimoves of a state.
    ///
    /// # Errors
    /// If a limit was reached.
    ///
    /// # Panics
    /// If the borrower calls native code.
    pub fn with_list<R>(&self, state: &State, f: impl FnOnce(&[u64]) -> R) -> Result<R, Fault> {
        if state.control() == Control::Keeper {
            return Ok(f(&[]));
        }
        MEMORY.with_borrow_mut(|memory| {
            self.look(memory, state, |_| ())?;
            Ok(f(memory.listed()))
        })
    }

    /// Whether there is a semimove; in the orthodox view, whether there is a legal move.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn has_move(&self, state: &State) -> Result<bool, Fault> {
        if state.control() == Control::Keeper {
            return Ok(false);
        }
        MEMORY.with_borrow_mut(|memory| {
            let function = self.lister();
            let context = memory.begin(&self.program.limits);
            // Without any room the first move ends it.
            context.list_end = context.list;
            let (words, context) = memory.work_on(state);
            Ok(self.call(function, words, context).checked()? == Status::ListFull)
        })
    }

    fn lister(&self) -> &Function {
        self.function(&self.list, if self.is_orthodox() { Mode::List } else { Mode::Steps }, false, false)
    }

    /// Lists on a copy of a state.
    pub(super) fn look(&self, memory: &mut Memory, state: &State, set: impl Fn(&mut Context)) -> Result<Status, Fault> {
        let function = self.lister();
        loop {
            set(memory.begin(&self.program.limits));
            let (words, context) = memory.work_on(state);
            match self.call(function, words, context).checked()? {
                Status::ListFull => memory.grow_list(),
                status => return Ok(status),
            }
        }
    }

    /// Plays the semimove with a code, and the keeper's moves after it. Nothing happens if there is no such semimove.
    ///
    /// # Errors
    /// If a limit was reached; the state is then any.
    pub fn apply(&self, state: &mut State, code: u64) -> Result<(), Fault> {
        if !self.is_orthodox() {
            if let Some(step) = self.program.codes.single(code) {
                take(&self.program, state, step);
                if state.control() == Control::Keeper {
                    self.complete(state)?;
                }
            }
            return Ok(());
        }
        MEMORY.with_borrow_mut(|memory| self.apply_move(memory, state, code))
    }

    /// Plays a whole move in the orthodox view.
    pub(super) fn apply_move(&self, memory: &mut Memory, state: &mut State, code: u64) -> Result<(), Fault> {
        if self.program.codes.decode_into(code, &mut memory.steps).is_none() && !self.find(memory, state, code)? {
            return Ok(());
        }
        for &step in &memory.steps {
            take(&self.program, state, step);
        }
        if state.control() == Control::Keeper || !self.program.is_nodal(state) {
            self.complete_in(memory, state)?;
        }
        Ok(())
    }

    /// Finds the steps of a move whose code does not tell them.
    fn find(&self, memory: &mut Memory, state: &State, code: u64) -> Result<bool, Fault> {
        memory.steps.clear();
        if !Codes::is_hash(code) || state.control() == Control::Keeper {
            return Ok(false);
        }
        let found = self.look(memory, state, |context| context.wanted = code)? == Status::Found;
        if found {
            let (listed, steps) = memory.listed_and_steps();
            steps.extend(listed.iter().map(|&step| step_of(step)));
        }
        Ok(found)
    }

    /// Completes a move that leaves nothing to choose, and makes the keeper's moves that follow. Tells whether that led to a player;
    /// if not, the game is over (after a switch) or the move cannot be completed, and the state is where it was.
    ///
    /// # Errors
    /// If a limit was reached; the state is then any.
    pub fn complete(&self, state: &mut State) -> Result<bool, Fault> {
        MEMORY.with_borrow_mut(|memory| self.complete_in(memory, state))
    }

    fn complete_in(&self, memory: &mut Memory, state: &mut State) -> Result<bool, Fault> {
        let function = self.function(&self.complete, Mode::Complete, false, false);
        Ok(self.run(memory, function, state, |_| ())? == Status::Stopped)
    }

    /// Runs a function on a state, again with more memory if its list was too short.
    ///
    /// The results stay in the context, to be read one by one, each as wide as it was written: copied together they were read in wider
    /// pieces, which a processor can only do when all that was just written has left its store buffer.
    pub(super) fn run(
        &self,
        memory: &mut Memory,
        function: &Function,
        state: &mut State,
        set: impl Fn(&mut Context),
    ) -> Result<Status, Fault> {
        if function.lists {
            memory.keep(state);
        }
        loop {
            set(memory.begin(&self.program.limits));
            match self.call(function, state.words_mut(), &mut memory.context).checked()? {
                Status::ListFull => {
                    memory.grow_list();
                    memory.restore(state);
                }
                status => return Ok(status),
            }
        }
    }

    pub(super) fn function<'s>(&'s self, slot: &'s OnceLock<Function>, mode: Mode, traced: bool, guided: bool) -> &'s Function {
        slot.get_or_init(|| Function::compile(&self.program, &self.stations, mode, traced, guided))
    }

    /// Calls a function on the words of a state, beginning at the state's node.
    fn call(&self, function: &Function, words: &mut [u64], context: &mut Context) -> Status {
        let head = State::head_of(words);
        let Some(station) = self.stations.find(head.1, head.0 == Control::Keeper) else { return Status::Over };
        assert_eq!(words.len(), self.program.layout.words, "a state of another game");
        // SAFETY: the function was compiled for this program, by this engine. It reads and writes the words only within the layout whose
        // size was just checked, and the context's areas only within the ends that the context names, which belong to the
        // memory borrowed by the caller; values it reads within those that the caller has borrowed, whose number was checked. Squares, nodes and pieces in the state are in range because states are only made by
        // `State::start`, the parser and the engines, which all keep them so; the station was looked up here.
        let code = unsafe { (function.entry)(words.as_mut_ptr(), context, station as u64) };
        Status::from_code(code)
    }
}

type Entry = unsafe extern "C" fn(*mut u64, *mut Context, u64) -> i64;

/// A compiled function with what it needs to live.
pub(super) struct Function {
    entry: Entry,
    /// Whether it may find the list full.
    lists: bool,
    /// Owns the code's memory; `None` only while it is dropped.
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
    fn compile(program: &Program, stations: &Stations, mode: Mode, traced: bool, guided: bool) -> Self {
        let mut flags = settings::builder();
        for (name, value) in
            [("opt_level", "speed"), ("is_pic", "false"), ("enable_verifier", if cfg!(debug_assertions) { "true" } else { "false" })]
        {
            flags.set(name, value).expect("a setting of Cranelift");
        }
        let isa = cranelift_native::builder()
            .and_then(|isa| isa.finish(settings::Flags::new(flags)).map_err(|_| "no code can be made for this processor"));
        let isa = isa.expect("this was checked when the engine was made");
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
        let [state, memory, station] = builder.block_params(entry)[..] else { unreachable!("three parameters") };
        let code = Code { builder, program, stations, tables: &mut tables, state, context: memory };
        Machine::new(code, mode, traced, guided).write(station, module.target_config());
        let id = module.declare_function("play", Linkage::Export, &context.func.signature).expect("a new module has no functions");
        module.define_function(id, &mut context).expect("the engine writes valid code");
        module.clear_context(&mut context);
        module.finalize_definitions().expect("nothing outside the function is called");
        let address = module.get_finalized_function(id);
        // SAFETY: the address is that of the function just made, with the signature that was declared above.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
        Function { entry, lists: traced || matches!(mode, Mode::List | Mode::Steps), module: Some(module), _tables: tables }
    }
}

impl Drop for Function {
    fn drop(&mut self) {
        if let Some(module) = self.module.take() {
            // SAFETY: the function is borrowed from the engine for every call, so none is running when the engine is dropped.
            unsafe { module.free_memory() };
        }
    }
}
