//! Calling the functions of a program, each compiled on first use.

use crate::abi::context::{Context, Status};
use crate::abi::trace::step_of;
use crate::analysis::entry_states::EntryStates;
use crate::analysis::executed_steps;
use crate::automaton::Semimoves;
use crate::board::Control;
use crate::codes::Codes;
use crate::emit::code::Patterns;
use crate::fault::{Fault, Limit};
use crate::ir::{Body, LoweringError};
use crate::play::function::Purpose;
use crate::program::Program;
use crate::runtime::function::Function;
use crate::runtime::memory::{MEMORY, Memory};
use crate::state::State;
use crate::step::take;
use std::sync::{Arc, OnceLock};

/// A program as native code; each function is compiled on its first call.
#[derive(Debug)]
pub struct NativeProgram {
    pub(crate) program: Arc<Program>,
    entries: EntryStates,
    /// The patterns that change the state, each before those inside it.
    bodies: Vec<(Body, EntryStates)>,
    /// Their code, compiled on the first call of anything.
    patterns: OnceLock<(Patterns, Vec<Function>)>,
    pub(crate) play: OnceLock<Function>,
    pub(crate) trace: OnceLock<Function>,
    pub(crate) guide: OnceLock<Function>,
    list: OnceLock<Function>,
    complete: OnceLock<Function>,
}

impl NativeProgram {
    /// Prepares a program.
    ///
    /// # Errors
    /// If this processor or this program is not supported; use the interpreter instead.
    pub fn new(program: Arc<Program>) -> Result<Self, LoweringError> {
        cranelift_native::builder().map_err(|reason| LoweringError(reason.to_owned()))?;
        if program.chance.is_some() && program.semimoves != Semimoves::Moves {
            return Err(LoweringError("chance acts where semimoves are not whole moves".to_owned()));
        }
        let (mut entries, bodies) = EntryStates::new(&program)?;
        executed_steps::prune(&program, &mut entries)?;
        let widest = bodies.iter().map(|(_, entries)| entries.frame_words).max().unwrap_or(0);
        if !Memory::holds(widest.max(entries.frame_words).max(entries.record_words)) {
            return Err(LoweringError("the board or the number of choices is too large".to_owned()));
        }
        Ok(NativeProgram {
            program,
            entries,
            bodies,
            patterns: OnceLock::new(),
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

    /// The kind of random play.
    pub(crate) fn playing(&self, traced: bool) -> Purpose {
        if self.is_orthodox() { Purpose::WholeMoves { traced } } else { Purpose::Semimoves { traced, guided: false } }
    }

    /// Whether semimoves are sequences of steps that end with a dot or a switch.
    pub(crate) fn has_sequences(&self) -> bool {
        self.program.semimoves == Semimoves::Sequences
    }

    pub(crate) fn is_orthodox(&self) -> bool {
        self.program.semimoves == Semimoves::Moves
    }

    /// Replaces the list by the codes of the semimoves of a state: none if the game is over, and none in a dead end inside a move.
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
            // With no room at all, the first move ends the call.
            memory.begin(&self.program.limits, 0);
            let (words, context) = memory.work_on(state);
            Ok(self.call(function, words, context).checked()? == Status::ListFull)
        })
    }

    fn lister(&self) -> &Function {
        let purpose = match (self.is_orthodox(), self.has_sequences()) {
            (true, _) => Purpose::ListMoves,
            (false, true) => Purpose::ListSequences,
            (false, false) => Purpose::ListSteps,
        };
        self.function(&self.list, purpose)
    }

    /// Lists on a copy of a state.
    pub(crate) fn look(&self, memory: &mut Memory, state: &State, set: impl Fn(&mut Context)) -> Result<Status, Fault> {
        let function = self.lister();
        loop {
            set(memory.begin(&self.program.limits, self.program.limits.moves));
            let (words, context) = memory.work_on(state);
            match self.call(function, words, context).checked()? {
                Status::ListFull => memory.grow_list(self.program.limits.moves, Limit::Moves)?,
                status => return Ok(status),
            }
        }
    }

    /// Plays the semimove with a code, and the keeper's moves after it. Does nothing if there is no such semimove.
    ///
    /// # Errors
    /// If a limit was reached; the state is then unspecified.
    pub fn apply(&self, state: &mut State, code: u64) -> Result<(), Fault> {
        if self.has_sequences() {
            return MEMORY.with_borrow_mut(|memory| self.apply_sequence(memory, state, code));
        }
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

    /// Plays a semimove that is a sequence of steps.
    fn apply_sequence(&self, memory: &mut Memory, state: &mut State, code: u64) -> Result<(), Fault> {
        self.steps_of(memory, state, code)?;
        for &step in &memory.steps {
            take(&self.program, state, step);
        }
        if state.control() == Control::Keeper {
            self.complete_in(memory, state)?;
        }
        Ok(())
    }

    /// Fills the memory's list of steps with those of a code; with none if there is no such semimove.
    pub(crate) fn steps_of(&self, memory: &mut Memory, state: &State, code: u64) -> Result<(), Fault> {
        if self.program.codes.decode_into(code, &mut memory.steps).is_none() && !self.find(memory, state, code)? {
            memory.steps.clear();
        }
        Ok(())
    }

    /// Plays a whole move in the orthodox view.
    pub(crate) fn apply_move(&self, memory: &mut Memory, state: &mut State, code: u64) -> Result<(), Fault> {
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

    /// Finds the steps of a move whose code is a hash.
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

    /// Completes a move that leaves no choice, and makes the keeper's moves that follow. Returns whether that led to a player; if not, the
    /// game is over (after a switch) or the move cannot be completed, and the state is unchanged.
    ///
    /// # Errors
    /// If a limit was reached; the state is then unspecified.
    pub fn complete(&self, state: &mut State) -> Result<bool, Fault> {
        MEMORY.with_borrow_mut(|memory| self.complete_in(memory, state))
    }

    pub(crate) fn complete_in(&self, memory: &mut Memory, state: &mut State) -> Result<bool, Fault> {
        let function = self.function(&self.complete, Purpose::Complete);
        Ok(self.run(memory, function, state, |_| ())? == Status::Stopped)
    }

    /// Runs a function on a state, and repeats it with more memory if its list or the room of its search was too short.
    ///
    /// Read the results field by field: a wider read of what was just written would stall on store forwarding.
    pub(crate) fn run(
        &self,
        memory: &mut Memory,
        function: &Function,
        state: &mut State,
        set: impl Fn(&mut Context),
    ) -> Result<Status, Fault> {
        // Only these may have to begin again.
        if function.lists || function.searches {
            memory.keep(state);
        }
        loop {
            set(memory.begin(&self.program.limits, self.program.limits.noted));
            let status = self.call(function, state.words_mut(), &mut memory.context);
            match status {
                Status::ListFull => memory.grow_list(self.program.limits.noted, Limit::Noted)?,
                Status::NoRoom => memory.grow_search()?,
                status => return status.checked(),
            }
            memory.restore(state);
        }
    }

    pub(crate) fn function<'s>(&'s self, slot: &'s OnceLock<Function>, purpose: Purpose) -> &'s Function {
        slot.get_or_init(|| Function::new(&self.program, &self.entries, self.patterns(), purpose))
    }

    /// The addresses of the patterns that change the state.
    fn patterns(&self) -> &Patterns {
        let compile = || {
            let (mut addresses, mut functions) = (Patterns::new(), Vec::new());
            // Those inside others come last and are compiled first.
            for (body, entries) in self.bodies.iter().rev() {
                let function = Function::new(&self.program, entries, &addresses, Purpose::Pattern);
                addresses.insert(*body, function.entry as usize as i64);
                functions.push(function);
            }
            (addresses, functions)
        };
        &self.patterns.get_or_init(compile).0
    }

    /// Calls a function on the words of a state, beginning at the state's node.
    fn call(&self, function: &Function, words: &mut [u64], context: &mut Context) -> Status {
        let head = State::head_of(words);
        let Some(entry) = self.entries.find(head.1, head.0 == Control::Keeper) else { return Status::Over };
        assert_eq!(words.len(), self.program.layout.words, "a state of another game");
        // SAFETY: the function was compiled for this program, by this compiler. It reads and writes the words only within the layout whose
        // size was just checked, and the context's areas only within the ends that the context names, or within the fixed size of the
        // table of counts; all belong to the memory borrowed by the caller. Values it reads within those that the caller has borrowed,
        // whose number was checked. Squares, nodes and pieces in the state are in range because states are only made by
        // `State::start`, the parser, interpreters and native code, which all keep them so; the entry state was looked up here.
        let code = unsafe { (function.entry)(words.as_mut_ptr(), context, entry as u64) };
        Status::from_code(code)
    }
}
