//! A function under construction: its registers, its blocks, and what is common to all functions.

use super::choice_stack::ChoiceStack;
use super::entry_blocks::{EntryBlocks, PendingCode};
use super::fuel::Fuel;
use super::output::Output;
use crate::abi::areas::FRAME_MARK;
use crate::abi::context::{Context, Status};
use crate::analysis::graph::Graph;
use crate::analysis::undo_policy::UndoPolicy;
use crate::emit::code::{Code, Stack};
use crate::emit::random::Random;
use crate::emit::sets::Set;
use crate::emit::steps::Log;
use crate::emit::{segment, steps};
use crate::ir::Exit;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::mem::offset_of;

/// The exits for what a function cannot do.
#[derive(Clone, Copy)]
pub(super) struct Faults {
    pub(super) too_long: Block,
    pub(super) too_much: Block,
    pub(super) too_many: Block,
    pub(super) no_room: Block,
    pub(super) list_full: Block,
}

/// A function under construction.
pub(crate) struct Routine<'a, 'f> {
    pub(super) code: Code<'a, 'f>,
    pub(super) graph: Graph<'a>,
    /// Which steps may have to be undone.
    pub(super) policy: UndoPolicy<'a>,
    pub(super) log: Log,
    pub(super) choices: ChoiceStack,
    pub(super) random: Random,
    pub(super) fuel: Fuel,
    pub(super) output: Output,
    /// Whole moves and semimoves of players.
    pub(super) moves: Variable,
    pub(super) semimoves: Variable,
    pub(super) blocks: EntryBlocks,
    pub(super) faults: Faults,
    /// Whether it tries a pattern, which has no results but its status.
    is_pattern: bool,
}

impl<'a, 'f> Routine<'a, 'f> {
    /// Begins a function, or that of a pattern, in its entry block.
    pub(crate) fn new(mut code: Code<'a, 'f>, graph: Graph<'a>, policy: UndoPolicy<'a>, is_pattern: bool) -> Self {
        let (log, frames) = match is_pattern {
            true => (offset_of!(Context, pattern_log), offset_of!(Context, pattern_frames)),
            false => (offset_of!(Context, log), offset_of!(Context, frames)),
        };
        let log_base = code.field(log);
        let log_end = code.field(offset_of!(Context, log_end));
        let frame_base = code.field(frames);
        let frames_end = code.field(offset_of!(Context, frames_end));
        let random = code.field(offset_of!(Context, results.random));
        let fuel = code.field(offset_of!(Context, fuel));
        let none = code.number(0);
        let (log_top, frame) = (code.variable(log_base), code.variable(frame_base));
        let (random, fuel) = (Random { state: code.variable(random) }, code.variable(fuel));
        let (moves, semimoves, length) = (code.variable(none), code.variable(none), code.variable(none));
        let dead = code.block();
        let (too_long, too_much) = (code.block(), code.block());
        let (too_many, no_room, list_full) = (code.block(), code.block(), code.block());
        for block in [too_long, too_much, too_many, no_room, list_full] {
            code.mark_cold(block);
        }
        let choices = ChoiceStack::new(graph.entries, frame, frame_base, frames_end, dead, too_long);
        if is_pattern {
            // The caller's frame may be the last one that fits.
            choices.require_room(&mut code, frame_base);
        }
        code.store(log_base, frame_base, FRAME_MARK);
        code.stack = Some(Stack { log: log_top, frame, frame_size: choices.size, too_long, too_much });
        Routine {
            code,
            graph,
            policy,
            log: Log { top: log_top, base: log_base, end: log_end, full: too_long },
            choices,
            random,
            fuel: Fuel { left: (!is_pattern).then_some(fuel), tries: graph.entries.tries(), out: too_much },
            output: Output { length, full: list_full },
            moves,
            semimoves,
            blocks: EntryBlocks::default(),
            faults: Faults { too_long, too_much, too_many, no_room, list_full },
            is_pattern,
        }
    }

    /// The squares of an entry state's exits. Inside a pattern, the function is left if the end is reached.
    pub(super) fn exits(&mut self, entry: usize, square: Value) -> Vec<Set> {
        let (sets, arrives) = segment::segment_and_end(&mut self.code, &self.graph.get(entry).segment, square, &[]);
        if let Some(arrives) = arrives {
            self.leave_if(arrives);
        }
        sets
    }

    /// Leaves the function if the end of its pattern is reached.
    pub(super) fn leave_if(&mut self, arrives: Value) {
        let (found, on) = (self.code.block(), self.code.block());
        self.code.branch(arrives, found, on);
        self.code.begin(found);
        self.undo_all();
        self.leave(Status::Stopped);
        self.code.begin(on);
    }

    /// Begins what is executed if a set has a square; returns the block where the code goes on if it has none.
    pub(super) fn begin_if_some(&mut self, set: &Set) -> Block {
        let (taken, next) = (self.code.block(), self.code.block());
        let some = self.code.any(set);
        self.code.branch(some, taken, next);
        self.code.begin(taken);
        next
    }

    /// Executes the step of an exit so that it can be undone.
    pub(super) fn act(&mut self, entry: usize, exit: &Exit, square: Value) {
        self.execute(entry, exit, square, Some(self.log));
    }

    /// Executes the step of an exit with which random play goes on, so that it can be undone if it has to be.
    pub(super) fn advance(&mut self, entry: usize, exit: &Exit, square: Value) {
        let log = (!self.policy.is_final(entry, exit)).then_some(self.log);
        self.execute(entry, exit, square, log);
    }

    /// Executes the step of an exit, which cannot be undone without a log.
    pub(super) fn execute(&mut self, entry: usize, exit: &Exit, square: Value, log: Option<Log>) {
        let standing = self.graph.standing(entry, exit);
        steps::act(&mut self.code, exit.number, square, standing.as_deref(), log);
    }

    /// The code of a step that is a semimove.
    pub(super) fn step_code(&mut self, exit: &Exit, square: Value) -> Value {
        let first = self.graph.program.codes.first_digit_of(exit.number);
        self.code.builder.ins().iadd_imm_s(square, first as i64)
    }

    /// Undoes all steps in the log.
    pub(super) fn undo_all(&mut self) {
        steps::undo_to(&mut self.code, self.log.base, self.log);
    }

    /// Jumps to the code of an entry state.
    pub(super) fn enter(&mut self, entry: usize, square: Value) {
        let block = self.blocks.block(&mut self.code, entry);
        self.code.jump(block, &[square]);
    }

    /// Jumps to the target of a step just executed.
    pub(super) fn go(&mut self, entry: usize, exit: &Exit, square: Value) {
        if self.graph.ends_move(exit) {
            let block = self.code.block();
            self.code.jump(block, &[]);
            return self.blocks.postpone(PendingCode::EndOfMove { block, entry, exit: exit.clone(), square });
        }
        self.enter(self.graph.after(entry, exit), square);
    }

    /// Makes the last choice again that has other options.
    pub(super) fn backtrack(&mut self) {
        self.code.jump(self.choices.dead, &[]);
    }

    /// After a switch that is not undone: records it in the state and clears the log.
    pub(super) fn commit(&mut self, exit: &Exit, square: Value) {
        steps::set_head(&mut self.code, exit.number, square);
        self.code.write(self.log.top, self.log.base);
    }

    /// Returns from the function.
    pub(super) fn leave(&mut self, status: Status) {
        if !self.is_pattern {
            for (variable, offset) in [
                (self.moves, offset_of!(Context, results.moves)),
                (self.semimoves, offset_of!(Context, results.semimoves)),
                (self.output.length, offset_of!(Context, results.listed)),
                (self.random.state, offset_of!(Context, results.random)),
            ] {
                let value = self.code.read(variable);
                self.code.set_field(offset, value);
            }
        }
        self.code.leave(status.code());
    }
}
