//! What plays a program: one face for the engines, so that positions do not know which of them is at work.

use crate::moves::Move;
use std::sync::Arc;
use treebench_rbg::interpret::{Fault, Limit, PlayoutCount};
use treebench_rbg::native::{GaveUp, Native, Played};
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
        let plain = Plain::new(&self.program);
        match &self.native {
            Some(native) => Box::new(Fast { native: Arc::clone(native), plain }),
            None => Box::new(plain),
        }
    }
}

/// Native code for random play. What it has no function for yet is left to the interpreter, which numbers semimoves alike.
struct Fast {
    native: Arc<Native>,
    plain: Plain,
}

impl Engine for Fast {
    fn start(&mut self) -> Result<State, Fault> {
        self.plain.start()
    }

    fn moves(&mut self, state: &State, out: &mut Vec<Move>) -> Result<(), Fault> {
        self.plain.moves(state, out)
    }

    fn has_move(&mut self, state: &State) -> Result<bool, Fault> {
        self.plain.has_move(state)
    }

    fn apply(&mut self, state: &mut State, m: Move) -> Result<(), Fault> {
        self.plain.apply(state, m)
    }

    fn playout(&mut self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault> {
        if !self.native.program().is_nodal(state) {
            return self.plain.playout(state, seed, cap);
        }
        let Played { moves, semimoves, over } = self.native.playout(state, seed, cap).map_err(|gave_up| {
            let limit = match gave_up {
                GaveUp::TooLong => Limit::StepsPerMove,
                GaveUp::TooMuch => Limit::StepsTried,
            };
            Fault { limit, span: None }
        })?;
        // No more than the cap, which has 32 bits.
        Ok(PlayoutCount { moves: u32::try_from(moves).unwrap_or(u32::MAX), semimoves, over, dead: false })
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
