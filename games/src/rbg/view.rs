//! A game under one split strategy, and its execution as native code or by the interpreter.

use super::look::Looks;
use crate::capabilities::Guide;
use crate::moves::Move;
use crate::playout::Trace;
use crate::pool::Pool;
use crate::position::Player;
use std::sync::{Arc, OnceLock};
use treebench_rbg::{
    Description, Fault, Interpreter, Limits, LoweringError, NativeProgram, PlayoutCount, PlayoutEvent, Program, Split, State,
};

/// Environment variable: `interpreter` disables native code.
const EXECUTION: &str = "TREEBENCH_RBG_EXECUTION";

/// The shared part of all positions of a view: the program, as native code and for the interpreter. Semimoves are numbers, the same for both.
///
/// Native code plays if the machine and the program are supported (see [`NativeProgram`]); the program is lowered on the first call, since an experiment
/// that is only planned or reported has many views and plays none, and each function is compiled on its first call. Threads share it without locks.
/// Otherwise, or if the environment variable `TREEBENCH_RBG_EXECUTION=interpreter` is set, the
/// interpreter plays. After a fault the state is unspecified.
pub(super) struct View {
    pub(super) program: Arc<Program>,
    pub(super) looks: Arc<Looks>,
    compiled: OnceLock<Result<NativeProgram, LoweringError>>,
    interpreters: Pool<Interpreter>,
}

impl View {
    /// # Errors
    /// If the game is too large, or its split points cannot be found within the limits.
    pub(super) fn new(description: &Arc<Description>, looks: &Arc<Looks>, split: Split, limits: Limits) -> Result<Self, String> {
        let program = Arc::new(Program::new(Arc::clone(description), split, limits).map_err(|error| error.to_string())?);
        Ok(View { program, looks: Arc::clone(looks), compiled: OnceLock::new(), interpreters: Pool::default() })
    }

    /// Native code, or why the interpreter plays.
    fn compiled(&self) -> &Result<NativeProgram, LoweringError> {
        self.compiled.get_or_init(|| {
            let plain = std::env::var_os(EXECUTION).is_some_and(|asked| asked == "interpreter");
            if plain { Err(LoweringError(format!("`{EXECUTION}` asks for it"))) } else { self.program.compile() }
        })
    }

    /// How it is executed: as native code, or by the interpreter with the reason.
    pub(super) fn execution(&self) -> String {
        match self.compiled() {
            Ok(_) => "native code".to_owned(),
            Err(reason) => format!("interpreter, because {reason}"),
        }
    }

    /// The first state in which a player is in control; the keeper is in control if the game ends before that.
    pub(super) fn start(&self) -> Result<State, Fault> {
        self.interpret(Interpreter::start)
    }

    /// Appends the semimoves of a state.
    pub(super) fn moves(&self, state: &State, out: &mut Vec<Move>) -> Result<(), Fault> {
        match self.compiled() {
            Ok(compiled) => compiled.with_list(state, |codes| out.extend(codes.iter().map(|&code| Move(code)))),
            Err(_) => {
                let mut semimoves = Vec::new();
                self.interpret(|interpreter| interpreter.semimoves(state, &mut semimoves))?;
                out.extend(semimoves.iter().map(|steps| Move(self.program.codes.encode(steps))));
                Ok(())
            }
        }
    }

    /// Whether there is a semimove; in the orthodox view this means a legal move.
    pub(super) fn has_move(&self, state: &State) -> Result<bool, Fault> {
        match self.compiled() {
            Ok(compiled) => compiled.has_move(state),
            Err(_) if self.program.split == Split::ORTHODOX => self.interpret(|interpreter| interpreter.has_move(state)),
            Err(_) => {
                let mut moves = Vec::new();
                self.moves(state, &mut moves).map(|()| !moves.is_empty())
            }
        }
    }

    /// Plays a semimove and the keeper's moves after it. Does nothing if there is no such semimove.
    pub(super) fn apply(&self, state: &mut State, m: Move) -> Result<(), Fault> {
        match self.compiled() {
            Ok(compiled) => compiled.apply(state, m.0),
            Err(_) => self.interpret(|interpreter| match interpreter.find(state, m.0)? {
                Some(steps) => interpreter.play(state, &steps),
                None => Ok(()),
            }),
        }
    }

    /// Plays uniformly random moves; see [`Position::playout`](crate::Position::playout).
    pub(super) fn playout(&self, state: &mut State, seed: u64, cap: u32) -> Result<PlayoutCount, Fault> {
        match self.compiled() {
            Ok(compiled) => compiled.playout(state, seed, cap),
            Err(_) => self.interpret(|interpreter| interpreter.playout(state, seed, cap)),
        }
    }

    /// The same; appends the moves to a trace.
    pub(super) fn playout_traced(&self, state: &mut State, seed: u64, cap: u32, trace: &mut Trace) -> Result<PlayoutCount, Fault> {
        match self.compiled() {
            Ok(compiled) => compiled.playout_traced(state, seed, cap, |noted| append(noted, trace)),
            Err(_) => self.interpret(|interpreter| interpreter.playout_traced(state, seed, cap, |noted| append(noted, trace))),
        }
    }

    /// Plays by a table of values; only under a strategy with `Mod`.
    pub(super) fn playout_guided(
        &self,
        state: &mut State,
        seed: u64,
        cap: u32,
        guide: &Guide<'_>,
        trace: &mut Trace,
    ) -> Result<PlayoutCount, Fault> {
        let guide = treebench_rbg::Guide { values: guide.values, size: guide.size, epsilon: guide.epsilon };
        match self.compiled() {
            Ok(compiled) => compiled.playout_guided(state, seed, cap, &guide, |noted| append(noted, trace)),
            Err(_) => self.interpret(|interpreter| interpreter.playout_guided(state, seed, cap, &guide, |noted| append(noted, trace))),
        }
    }

    /// Runs `f` with an interpreter from the pool.
    pub(super) fn interpret<T>(&self, f: impl FnOnce(&mut Interpreter) -> T) -> T {
        self.interpreters.lend(|| Interpreter::new(Arc::clone(&self.program)), f)
    }
}

fn append(noted: PlayoutEvent, trace: &mut Trace) {
    match noted {
        PlayoutEvent::Semimove(code) => trace.push_semimove(Move(code)),
        PlayoutEvent::End(player) => trace.end(Player::from(player)),
    }
}
