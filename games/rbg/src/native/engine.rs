//! Compiling functions and calling them.

use super::code::{Code, Tables};
use super::context::{Context, MEMORY, Memory, Status};
use super::machine::{Machine, Mode};
use super::stations::Stations;
use crate::automaton::Step;
use crate::board::Square;
use crate::expr::Control;
use crate::interpret::{Fault, Limit, PlayoutCount, take};
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
    program: Arc<Program>,
    stations: Stations,
    play: OnceLock<Function>,
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
        Ok(Native { program, stations, play: OnceLock::new(), list: OnceLock::new(), complete: OnceLock::new() })
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Plays at random, as [`Interpreter::playout`](crate::Interpreter::playout) does.
    ///
    /// # Errors
    /// If a limit was reached; the state is then any.
    pub fn playout(&self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault> {
        if state.control() == Control::Keeper {
            return Ok(PlayoutCount { over: cap > 0, ..PlayoutCount::default() });
        }
        if cap == 0 {
            return Ok(PlayoutCount::default());
        }
        let mode = if self.program.split == Split::ORTHODOX { Mode::Orthodox } else { Mode::Split };
        let function = self.function(&self.play, mode);
        let inside = !self.program.is_nodal(state);
        let (context, status) = self.run(function, state, seed, cap)?;
        let dead = status == Status::Over && inside && context.moves == 0;
        let over = status == Status::Over && !dead;
        Ok(PlayoutCount { moves: context.moves as u32, semimoves: context.semimoves, over, dead })
    }

    /// Lists the codes of the semimoves of a state, in place of what was in the list: none if the game is over, and none in a dead end.
    ///
    /// # Errors
    /// If a limit was reached.
    pub fn list(&self, state: &State, out: &mut Vec<u64>) -> Result<(), Fault> {
        out.clear();
        if state.control() == Control::Keeper {
            return Ok(());
        }
        let orthodox = self.program.split == Split::ORTHODOX;
        let function = self.function(&self.list, if orthodox { Mode::List } else { Mode::Steps });
        let mut work = state.clone();
        let (context, _) = self.run(function, &mut work, 0, u32::MAX)?;
        MEMORY.with_borrow(|memory| {
            let listed = memory.list(context.listed);
            if orthodox {
                self.encode_all(listed, out);
            } else {
                out.extend_from_slice(listed);
            }
        });
        Ok(())
    }

    /// Turns listed moves into codes. A move is listed as how many of its steps have to be chosen, and those steps.
    fn encode_all(&self, mut listed: &[u64], out: &mut Vec<u64>) {
        let mut steps = Vec::new();
        while let [count, rest @ ..] = listed {
            let (these, others) = rest.split_at(*count as usize);
            steps.clear();
            steps.extend(these.iter().map(|step| Step { number: (step >> 16) as u32, square: (step & 0xffff) as Square }));
            out.push(self.program.codes.encode(&steps));
            listed = others;
        }
    }

    /// Plays the semimove with a code, and the keeper's moves after it. Nothing happens if there is no such semimove.
    ///
    /// # Errors
    /// If a limit was reached; the state is then any.
    pub fn apply(&self, state: &mut State, code: u64) -> Result<(), Fault> {
        let steps = match self.program.codes.decode(code) {
            Some(steps) => steps,
            None => match self.find(state, code)? {
                Some(steps) => steps,
                None => return Ok(()),
            },
        };
        for &step in &steps {
            take(&self.program, state, step);
        }
        let chosen = self.program.split != Split::ORTHODOX && !self.program.is_nodal(state);
        if state.control() == Control::Keeper || !chosen && !self.program.is_nodal(state) {
            self.complete(state)?;
        }
        Ok(())
    }

    /// Finds the steps of a move whose code does not tell them.
    fn find(&self, state: &State, code: u64) -> Result<Option<Vec<Step>>, Fault> {
        let function = self.function(&self.list, Mode::List);
        let mut work = state.clone();
        let (context, _) = self.run(function, &mut work, 0, u32::MAX)?;
        MEMORY.with_borrow(|memory| {
            let mut listed = memory.list(context.listed);
            while let [count, rest @ ..] = listed {
                let (these, others) = rest.split_at(*count as usize);
                let steps: Vec<Step> =
                    these.iter().map(|step| Step { number: (step >> 16) as u32, square: (step & 0xffff) as Square }).collect();
                if self.program.codes.encode(&steps) == code {
                    return Ok(Some(steps));
                }
                listed = others;
            }
            Ok(None)
        })
    }

    /// Completes a move that leaves nothing to choose, and makes the keeper's moves that follow. Tells whether that led to a player;
    /// if not, the game is over (after a switch) or the move cannot be completed, and the state is where it was.
    ///
    /// # Errors
    /// If a limit was reached; the state is then any.
    pub fn complete(&self, state: &mut State) -> Result<bool, Fault> {
        let function = self.function(&self.complete, Mode::Complete);
        let (_, status) = self.run(function, state, 0, u32::MAX)?;
        Ok(status == Status::Stopped)
    }

    /// Runs a function on a state, again with more memory if its list was too short.
    fn run(&self, function: &Function, state: &mut State, seed: u64, cap: u32) -> Result<(Context, Status), Fault> {
        let fault = |limit| Err(Fault { limit, span: None });
        MEMORY.with_borrow_mut(|memory| {
            loop {
                let mut context = memory.context(&self.program.limits);
                (context.random, context.cap) = (seed, u64::from(cap));
                memory.keep(state);
                match self.call(function, state, &mut context) {
                    status @ (Status::Over | Status::Stopped) => return Ok((context, status)),
                    Status::TooLong => return fault(Limit::StepsPerMove),
                    Status::TooMuch => return fault(Limit::StepsTried),
                    Status::ListFull => {
                        memory.grow_list();
                        memory.restore(state);
                    }
                }
            }
        })
    }

    fn function<'s>(&'s self, slot: &'s OnceLock<Function>, mode: Mode) -> &'s Function {
        slot.get_or_init(|| Function::compile(&self.program, &self.stations, mode))
    }

    /// Calls a function on a state, beginning at the state's node.
    fn call(&self, function: &Function, state: &mut State, context: &mut Context) -> Status {
        let keeper = state.control() == Control::Keeper;
        let Some(station) = self.stations.find(state.node(), keeper) else { return Status::Over };
        assert_eq!(state.words().len(), self.program.layout.words, "a state of another game");
        // SAFETY: the function was compiled for this program, by this engine. It reads and writes the state only within the layout whose
        // size was just checked, and the context's areas only within the ends that the context names, which belong to the
        // memory borrowed by the caller. Squares, nodes and pieces in the state are in range because states are only made by
        // `State::start`, the parser and the engines, which all keep them so; the station was looked up here.
        let code = unsafe { (function.entry)(state.words_mut().as_mut_ptr(), context, station as u64) };
        Status::from_code(code)
    }
}

type Entry = unsafe extern "C" fn(*mut u64, *mut Context, u64) -> i64;

/// A compiled function with what it needs to live.
struct Function {
    entry: Entry,
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
    fn compile(program: &Program, stations: &Stations, mode: Mode) -> Self {
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
        Machine::new(code, mode).write(station, module.target_config());
        let id = module.declare_function("play", Linkage::Export, &context.func.signature).expect("a new module has no functions");
        module.define_function(id, &mut context).expect("the engine writes valid code");
        module.clear_context(&mut context);
        module.finalize_definitions().expect("nothing outside the function is called");
        let address = module.get_finalized_function(id);
        // SAFETY: the address is that of the function just made, with the signature that was declared above.
        let entry = unsafe { std::mem::transmute::<*const u8, Entry>(address) };
        Function { entry, module: Some(module), _tables: tables }
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
