//! The public interface of the interpreter: states, semimoves and whole moves, and playing them.

use super::explore::{Explorer, PathEnd, Semimove};
use crate::program::Program;
use std::sync::Arc;
use treebench_compile::step::take;
use treebench_compile::{Control, Fault, Limit, State, Step};

/// The interpreter of a program.
#[derive(Debug)]
pub struct Interpreter {
    pub(super) program: Arc<Program>,
    pub(super) explorer: Explorer,
    /// A copy of the caller's state, which explorations change and restore.
    pub(super) work: State,
}

impl Interpreter {
    /// The interpreter of a program.
    pub fn new(program: Arc<Program>) -> Self {
        Interpreter { explorer: Explorer::new(&program), work: program.unstarted(), program }
    }

    /// The program.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// The first state in which a player is in control. If the keeper remains in control, it has no legal move, and the game is over.
    pub fn start(&mut self) -> Result<State, Fault> {
        let mut state = self.program.unstarted();
        self.keep(&mut state)?;
        Ok(state)
    }

    /// Replaces the list by the steps that the segment of a state offers, in canonical order (rule 1).
    pub fn steps(&mut self, state: &State, out: &mut Vec<Step>) -> Result<(), Fault> {
        out.clear();
        self.work.copy_from(state);
        self.explorer.renew(&self.program);
        self.explorer.steps(&self.program, &mut self.work, self.program.has_dots(state.control()), out)
    }

    /// Replaces the list by the semimoves of a state in canonical order: none if the game is over, and none in a dead end inside a move.
    /// Some of them may lead only to dead ends.
    pub fn semimoves(&mut self, state: &State, out: &mut Vec<Semimove>) -> Result<(), Fault> {
        self.list(state, PathEnd::Semimove, out)
    }

    /// Replaces the list by all paths to the next switch in canonical order: the legal whole moves, or the completions of a move. Dots that
    /// count are steps, too.
    pub fn whole_moves(&mut self, state: &State, out: &mut Vec<Semimove>) -> Result<(), Fault> {
        self.list(state, PathEnd::Switch, out)
    }

    /// Replaces the list by the *candidates* of a state in their order (rule 4): the paths up to the first forced node or switch. Some of
    /// them may lead only to dead ends.
    pub fn candidates(&mut self, state: &State, out: &mut Vec<Semimove>) -> Result<(), Fault> {
        self.list(state, PathEnd::Forced, out)
    }

    fn list(&mut self, state: &State, until: PathEnd, out: &mut Vec<Semimove>) -> Result<(), Fault> {
        out.clear();
        if state.control() == Control::Keeper {
            return Ok(());
        }
        self.work.copy_from(state);
        self.explorer.renew(&self.program);
        self.explorer.list(&self.program, &mut self.work, until, out)
    }

    /// Whether there is a legal whole move or, inside a move, a completion. In a nodal state without one the game is over.
    pub fn has_move(&mut self, state: &State) -> Result<bool, Fault> {
        self.work.copy_from(state);
        self.explorer.renew(&self.program);
        let found = self.explorer.first_move(&self.program, &mut self.work)?;
        Ok(state.control() != Control::Keeper && found.is_some())
    }

    /// Takes steps that were listed for this state (whole semimoves or parts of them), and after a switch to the keeper also the keeper's
    /// moves.
    pub fn play(&mut self, state: &mut State, steps: &[Step]) -> Result<(), Fault> {
        for &step in steps {
            take(&self.program, state, step);
            if self.program.is_switch(step.number) {
                self.keep(state)?;
            }
        }
        Ok(())
    }

    /// Makes the keeper's moves (rule 3): until a player is in control, or the keeper has no legal move.
    pub(super) fn keep(&mut self, state: &mut State) -> Result<(), Fault> {
        let program = &self.program;
        self.explorer.renew(program);
        let mut steps = 0;
        while state.control() == Control::Keeper {
            match self.explorer.first_move(program, state)? {
                None => break,
                Some(more) => steps += more,
            }
            if steps > program.limits.steps_per_move {
                return Err(program.fault(Limit::StepsPerMove, program.arrived[state.node() as usize]));
            }
        }
        Ok(())
    }

    /// Counts the sequences of this many whole moves (the last one may end the game).
    pub fn perft(&mut self, state: &State, depth: u32) -> Result<u64, Fault> {
        if depth == 0 {
            return Ok(1);
        }
        let mut moves = Vec::new();
        self.whole_moves(state, &mut moves)?;
        if depth == 1 {
            return Ok(moves.len() as u64);
        }
        let mut count = 0;
        let mut next = state.clone();
        for steps in &moves {
            next.copy_from(state);
            self.play(&mut next, steps)?;
            count += self.perft(&next, depth - 1)?;
        }
        Ok(count)
    }
}
