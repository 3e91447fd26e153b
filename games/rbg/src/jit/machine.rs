//! The state machine of a function: its registers, the stack of choices, and the operations common to all functions.

use super::certain::Certain;
use super::code::{Code, Stack};
use super::context::{Context, Status};
use super::entry_states::EntryStates;
use super::memory::FRAME_MARK;
use super::registers::{Chain, Digits, Log, Search};
use crate::automaton::Label;
use crate::board::{Control, Piece};
use crate::ir::Exit;
use crate::passes::Pass;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use cranelift_frontend::Variable;
use std::collections::BTreeMap;
use std::mem::offset_of;

/// The task of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
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
pub(super) enum Waiting {
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
pub(super) struct Machine<'a, 'f> {
    pub(super) code: Code<'a, 'f>,
    pub(super) entries: &'a EntryStates,
    pub(super) mode: Mode,
    /// Whether random play writes its moves to the list (see `trace`).
    pub(super) traced: bool,
    /// Whether random play under `Mod` chooses by values (see `guide`).
    pub(super) guided: bool,
    /// What is always possible in random play.
    pub(super) certain: Certain,
    /// Whether random play may choose a whole move that cannot be completed.
    pub(super) may_fail: bool,
    pub(super) log: Log,
    pub(super) log_base: Value,
    /// The topmost frame; the lowest one only holds the target of a return from the empty stack.
    pub(super) frame: Variable,
    pub(super) frame_base: Value,
    pub(super) frames_end: Value,
    pub(super) random: Variable,
    pub(super) moves: Variable,
    pub(super) semimoves: Variable,
    pub(super) listed: Variable,
    fuel: Variable,
    /// The start of the code of each entry state; the parameter is the square.
    pub(super) blocks: BTreeMap<usize, Block>,
    /// The same where the search for candidates begins.
    pub(super) roots: BTreeMap<usize, Block>,
    /// Code that is still to be emitted.
    pub(super) waiting: Vec<Waiting>,
    /// The block that makes the choice of an entry state's topmost frame again.
    pub(super) choices: BTreeMap<usize, Block>,
    /// The registers of random play by whole moves.
    pub(super) search: Option<Search>,
    /// The registers of listing whole moves.
    pub(super) digits: Option<Digits>,
    /// Undoes the last step and makes the choice before it again.
    pub(super) dead: Block,
    /// The targets of a return to the lowest frame, by the number in it.
    pub(super) ends: Vec<Block>,
    pub(super) too_long: Block,
    pub(super) too_much: Block,
    pub(super) too_many: Block,
    pub(super) no_room: Block,
    pub(super) list_full: Block,
}

impl<'a, 'f> Machine<'a, 'f> {
    /// Begins a function in its entry block.
    pub(super) fn new(mut code: Code<'a, 'f>, entries: &'a EntryStates, mode: Mode, traced: bool, guided: bool) -> Self {
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
        let certain = match mode {
            Mode::Split | Mode::Orthodox if code.program.passes.has(Pass::PlayForward) => Certain::new(code.program, entries),
            _ => Certain::nothing(entries),
        };
        code.stack = Some(Stack { log: top, frame, frame_size: (entries.frame_words * 8) as i64, too_long, too_much });
        Machine {
            code,
            entries,
            mode,
            traced,
            guided,
            certain,
            may_fail: false,
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
    pub(super) fn search(&self) -> &Search {
        self.search.as_ref().expect("declared when the function was begun")
    }

    /// The number of a target, to be stored in the lowest frame.
    pub(super) fn end(&mut self, block: Block) -> i64 {
        self.ends.push(block);
        (self.entries.all().len() + self.ends.len() - 1) as i64
    }

    /// Discards the undo log.
    fn reset_log(&mut self) {
        self.code.write(self.log.top, self.log_base);
    }

    /// The pieces on the squares of an exit, if they are known.
    pub(super) fn standing(&self, entry: usize, exit: &Exit) -> Option<Vec<Piece>> {
        self.entries.get(entry).segment.values.pieces_on(exit.squares)
    }

    /// Whether an exit never has two squares.
    pub(super) fn is_single(&self, entry: usize, exit: &Exit) -> bool {
        self.entries.get(entry).segment.values.at_most_one(exit.squares)
    }

    /// Whether an exit ends a whole move.
    pub(super) fn ends_move(&self, exit: &Exit) -> bool {
        self.code.program.is_switch(exit.number)
    }

    /// The player in control after a switch.
    pub(super) fn switches_to(&self, exit: &Exit) -> Control {
        match self.code.program.automaton.numbered(exit.number).label {
            Label::Switch(control) => control,
            _ => unreachable!("only switches end moves"),
        }
    }

    /// Executes the step of an exit so that it can be undone.
    pub(super) fn act(&mut self, entry: usize, exit: &Exit, square: Value) {
        let standing = self.standing(entry, exit);
        self.code.act(exit.number, square, standing.as_deref(), Some(self.log));
    }

    /// After a switch that is not undone: records it in the state and clears the log.
    pub(super) fn commit(&mut self, exit: &Exit, square: Value) {
        self.code.set_head(exit.number, square);
        self.reset_log();
    }

    /// Resets the number of tries.
    pub(super) fn refuel(&mut self) {
        let fuel = self.code.field(offset_of!(Context, fuel));
        self.code.write(self.fuel, fuel);
        if self.entries.tries() {
            self.code.set_field(offset_of!(Context, pattern_fuel), fuel);
        }
    }

    /// Counts one try.
    pub(super) fn burn(&mut self) {
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
    pub(super) fn leave(&mut self, status: Status) {
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
