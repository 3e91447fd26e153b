//! The state machine of a function: its registers, the stack of choices, and the operations common to all functions.

use crate::abi::areas::FRAME_MARK;
use crate::abi::context::{Context, Status};
use crate::analysis::chains::Chain;
use crate::analysis::graph::Graph;
use crate::analysis::undo_policy::UndoPolicy;
use crate::emit::code::{Code, Stack};
use crate::emit::log::Log;
use crate::emit::steps;
use crate::ir::Exit;
use crate::play::registers::{Digits, Search};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::collections::BTreeMap;
use std::mem::offset_of;

/// The task of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mode {
    /// Plays at random; a semimove is a step.
    Split,
    /// Plays at random; a semimove is a whole move.
    Orthodox,
    /// Lists the whole moves of a state.
    List,
    /// Lists the semimoves of a state where these are sequences of steps.
    Sequences,
    /// Lists the steps of a state.
    Steps,
    /// Completes a move without a choice, and makes the keeper's moves.
    Complete,
    /// Tries a pattern that changes the state.
    Try,
}

/// Code that is still to be emitted, as the target of jumps.
pub(crate) enum Waiting {
    /// The code of an entry state.
    Entry(usize),
    /// The code of an entry state where the search for candidates begins.
    Root(usize),
    /// The code that looks at the steps of a chain.
    Chain(Block, Chain),
    /// The code after a switch, which is this exit of an entry state.
    EndOfMove { block: Block, entry: usize, exit: Exit, square: Value },
}

/// A function under construction.
pub(crate) struct Machine<'a, 'f> {
    pub(crate) code: Code<'a, 'f>,
    pub(crate) graph: Graph<'a>,
    pub(crate) mode: Mode,
    /// Whether random play writes its moves to the list (see `trace`).
    pub(crate) traced: bool,
    /// Whether random play under `Mod` chooses by values (see `guide`).
    pub(crate) guided: bool,
    /// Which steps may have to be undone.
    pub(crate) policy: UndoPolicy<'a>,
    pub(crate) log: Log,
    pub(crate) log_base: Value,
    /// The topmost frame; the lowest one only holds the target of a return from the empty stack.
    pub(crate) frame: Variable,
    pub(crate) frame_base: Value,
    pub(crate) frames_end: Value,
    pub(crate) random: Variable,
    pub(crate) moves: Variable,
    pub(crate) semimoves: Variable,
    pub(crate) listed: Variable,
    fuel: Variable,
    /// The start of the code of each entry state; the parameter is the square.
    pub(crate) blocks: BTreeMap<usize, Block>,
    /// The same where the search for candidates begins.
    pub(crate) roots: BTreeMap<usize, Block>,
    /// Code that is still to be emitted.
    pub(crate) waiting: Vec<Waiting>,
    /// The block that makes the choice of an entry state's topmost frame again.
    pub(crate) choices: BTreeMap<usize, Block>,
    /// The registers of random play by whole moves.
    pub(crate) search: Option<Search>,
    /// The registers of listing whole moves.
    pub(crate) digits: Option<Digits>,
    /// Undoes the last step and makes the choice before it again.
    pub(crate) dead: Block,
    /// The targets of a return to the lowest frame, by the number in it.
    pub(crate) ends: Vec<Block>,
    pub(crate) too_long: Block,
    pub(crate) too_much: Block,
    pub(crate) too_many: Block,
    pub(crate) no_room: Block,
    pub(crate) list_full: Block,
}

impl<'a, 'f> Machine<'a, 'f> {
    /// Begins a function in its entry block.
    pub(crate) fn new(mut code: Code<'a, 'f>, graph: Graph<'a>, mode: Mode, traced: bool, guided: bool) -> Self {
        let (log, frames) = match mode {
            Mode::Try => (offset_of!(Context, pattern_log), offset_of!(Context, pattern_frames)),
            _ => (offset_of!(Context, log), offset_of!(Context, frames)),
        };
        let log_base = code.field(log);
        let end = code.field(offset_of!(Context, log_end));
        let frame_base = code.field(frames);
        let frames_end = code.field(offset_of!(Context, frames_end));
        let random = code.field(offset_of!(Context, results.random));
        let fuel = code.field(offset_of!(Context, fuel));
        let none = code.number(0);
        let (top, frame) = (code.variable(log_base), code.variable(frame_base));
        let (random, fuel) = (code.variable(random), code.variable(fuel));
        let (moves, semimoves, listed) = (code.variable(none), code.variable(none), code.variable(none));
        let (dead, too_long, too_much) = (code.block(), code.block(), code.block());
        let (too_many, no_room, list_full) = (code.block(), code.block(), code.block());
        for block in [too_long, too_much, too_many, no_room, list_full] {
            code.seldom(block);
        }
        let log = Log { top, end, full: too_long };
        if mode == Mode::Try {
            // The caller's frame may be the last one that fits.
            let room = code.compare(IntCC::UnsignedLessThan, frame_base, frames_end);
            code.require(room, too_long);
        }
        code.store(log_base, frame_base, FRAME_MARK);
        let policy = match mode {
            Mode::Split => UndoPolicy::of_semimoves(graph),
            Mode::Orthodox => UndoPolicy::of_whole_moves(graph),
            _ => UndoPolicy::undo_all(graph),
        };
        code.stack = Some(Stack { log: top, frame, frame_size: (graph.entries.frame_words * 8) as i64, too_long, too_much });
        Machine {
            code,
            graph,
            mode,
            traced,
            guided,
            policy,
            log,
            log_base,
            frame,
            frame_base,
            frames_end,
            random,
            moves,
            semimoves,
            listed,
            fuel,
            blocks: BTreeMap::new(),
            roots: BTreeMap::new(),
            waiting: Vec::new(),
            choices: BTreeMap::new(),
            search: None,
            digits: None,
            dead,
            ends: Vec::new(),
            too_long,
            too_much,
            too_many,
            no_room,
            list_full,
        }
    }

    /// The registers of the search for candidates.
    pub(crate) fn search(&self) -> &Search {
        self.search.as_ref().expect("declared when the function was begun")
    }

    /// The number of a target, to be stored in the lowest frame.
    pub(crate) fn end(&mut self, block: Block) -> i64 {
        self.ends.push(block);
        (self.graph.entries.all().len() + self.ends.len() - 1) as i64
    }

    /// Discards the undo log.
    fn reset_log(&mut self) {
        self.code.write(self.log.top, self.log_base);
    }

    /// Executes the step of an exit so that it can be undone.
    pub(crate) fn act(&mut self, entry: usize, exit: &Exit, square: Value) {
        let standing = self.graph.standing(entry, exit);
        steps::act(&mut self.code, exit.number, square, standing.as_deref(), Some(self.log));
    }

    /// After a switch that is not undone: records it in the state and clears the log.
    pub(crate) fn commit(&mut self, exit: &Exit, square: Value) {
        steps::set_head(&mut self.code, exit.number, square);
        self.reset_log();
    }

    /// Resets the number of tries.
    pub(crate) fn refuel(&mut self) {
        let fuel = self.code.field(offset_of!(Context, fuel));
        self.code.write(self.fuel, fuel);
        if self.graph.entries.tries() {
            self.code.set_field(offset_of!(Context, pattern_fuel), fuel);
        }
    }

    /// Counts one try.
    pub(crate) fn burn(&mut self) {
        let fuel = if self.mode == Mode::Try {
            // Patterns inside this one take from it, too.
            let before = self.code.field(offset_of!(Context, pattern_fuel));
            let fuel = self.code.builder.ins().iadd_imm_s(before, -1);
            self.code.set_field(offset_of!(Context, pattern_fuel), fuel);
            fuel
        } else {
            self.code.add(self.fuel, -1);
            self.code.read(self.fuel)
        };
        let left = self.code.compare_number(IntCC::SignedGreaterThan, fuel, 0);
        self.code.require(left, self.too_much);
    }

    /// Returns from the function.
    pub(crate) fn leave(&mut self, status: Status) {
        if self.mode == Mode::Try {
            return self.code.leave(status.code());
        }
        for (variable, offset) in [
            (self.moves, offset_of!(Context, results.moves)),
            (self.semimoves, offset_of!(Context, results.semimoves)),
            (self.listed, offset_of!(Context, results.listed)),
            (self.random, offset_of!(Context, results.random)),
        ] {
            let value = self.code.read(variable);
            self.code.set_field(offset, value);
        }
        self.code.leave(status.code());
    }
}
