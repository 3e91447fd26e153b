//! What plays a program: one face for the engines, so that positions do not know which of them is at work.

use crate::moves::Move;
use std::sync::Arc;
use treebench_rbg::interpret::{Fault, PlayoutCount};
use treebench_rbg::native::Native;
use treebench_rbg::{Interpreter, Program, Split, State, Step};

/// An engine with its scratch space. Semimoves are numbers, the same for all engines.
pub(super) trait Engine: Send {
    /// The first state in which a player is in control; in the keeper's control if the game ends before.
    fn start(&mut self) -> Result<State, Fault>;

    /// Appends the semimoves of a state.
    fn moves(&mut self, state: &State, out: &mut Vec<Move>) -> Result<(), Fault>;

    /// Whether there is a semimove; in the orthodox view, whether there is a legal move.
    fn has_move(&mut self, state: &State) -> Result<bool, Fault>;

    /// Plays a semimove, and the keeper's moves after it. Nothing happens if there is no such semimove, or on a fault.
    fn apply(&mut self, state: &mut State, m: Move) -> Result<(), Fault>;

    /// Plays random moves as the rules of play say. On a fault the state is any.
    fn playout(&mut self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault>;
}

/// The engines of a program: native code where this machine and this program are supported, else the interpreter, which the environment
/// variable `TREEBENCH_RBG_ENGINE=interpreter` asks for.
pub(super) struct Engines {
    program: Arc<Program>,
    native: Option<Arc<Native>>,
}

impl Engines {
    pub(super) fn new(program: &Arc<Program>) -> Self {
        let plain = std::env::var_os("TREEBENCH_RBG_ENGINE").is_some_and(|asked| asked == "interpreter");
        let native = if plain { None } else { Native::new(Arc::clone(program)).ok().map(Arc::new) };
        Engines { program: Arc::clone(program), native }
    }

    /// An engine for one thread.
    pub(super) fn engine(&self) -> Box<dyn Engine> {
        match &self.native {
            Some(native) => Box::new(Fast { native: Arc::clone(native), codes: Vec::new(), before: self.program.unstarted() }),
            None => Box::new(Plain::new(&self.program)),
        }
    }
}

/// Native code, which numbers semimoves like the interpreter and plays the same games from the same seeds.
struct Fast {
    native: Arc<Native>,
    codes: Vec<u64>,
    /// The state before a semimove that was played.
    before: State,
}

impl Fast {
    fn list(&mut self, state: &State) -> Result<&[u64], Fault> {
        self.native.list(state, &mut self.codes)?;
        Ok(&self.codes)
    }
}

impl Engine for Fast {
    /// Once a game: the interpreter knows how.
    fn start(&mut self) -> Result<State, Fault> {
        Interpreter::new(Arc::clone(self.native.program())).start()
    }

    fn moves(&mut self, state: &State, out: &mut Vec<Move>) -> Result<(), Fault> {
        out.extend(self.list(state)?.iter().map(|&code| Move(code)));
        Ok(())
    }

    fn has_move(&mut self, state: &State) -> Result<bool, Fault> {
        Ok(!self.list(state)?.is_empty())
    }

    fn apply(&mut self, state: &mut State, m: Move) -> Result<(), Fault> {
        self.before.copy_from(state);
        self.native.apply(state, m.0).inspect_err(|_| state.copy_from(&self.before))
    }

    fn playout(&mut self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault> {
        self.native.playout(state, seed, cap)
    }
}

/// The interpreter.
struct Plain {
    interpreter: Interpreter,
    semimoves: Vec<Vec<Step>>,
    /// The state before a semimove that was played.
    before: State,
}

impl Plain {
    fn new(program: &Arc<Program>) -> Self {
        Plain { interpreter: Interpreter::new(Arc::clone(program)), semimoves: Vec::new(), before: program.unstarted() }
    }
}

impl Engine for Plain {
    fn start(&mut self) -> Result<State, Fault> {
        self.interpreter.start()
    }

    fn moves(&mut self, state: &State, out: &mut Vec<Move>) -> Result<(), Fault> {
        self.interpreter.semimoves(state, &mut self.semimoves)?;
        let codes = &self.interpreter.program().codes;
        out.extend(self.semimoves.iter().map(|steps| Move(codes.encode(steps))));
        Ok(())
    }

    fn has_move(&mut self, state: &State) -> Result<bool, Fault> {
        if self.interpreter.program().split == Split::ORTHODOX {
            return self.interpreter.has_move(state);
        }
        self.interpreter.semimoves(state, &mut self.semimoves)?;
        Ok(!self.semimoves.is_empty())
    }

    fn apply(&mut self, state: &mut State, m: Move) -> Result<(), Fault> {
        let Some(steps) = self.interpreter.find(state, m.0)? else { return Ok(()) };
        self.before.copy_from(state);
        self.interpreter.play(state, &steps).inspect_err(|_| state.copy_from(&self.before))
    }

    fn playout(&mut self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault> {
        self.interpreter.playout(state, seed, cap)
    }
}
