//! The state machine of a function: its registers, the stack of choices, and what all functions do alike.

use super::act::Log;
use super::code::Code;
use super::context::{Context, Status};
use super::digits::Digits;
use super::frames::{FRAME_ENTRY, FRAME_MARK};
use super::orthodox::Orthodox;
use super::sets::Set;
use crate::automaton::Label;
use crate::expr::{Control, Piece};
use crate::ir::Exit;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, Value};
use cranelift_codegen::isa::TargetFrontendConfig;
use cranelift_frontend::Variable;
use std::collections::BTreeMap;
use std::mem::offset_of;

/// What a function does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Mode {
    /// Plays at random; a semimove is a step.
    Split,
    /// Plays at random; a semimove is a whole move.
    Orthodox,
    /// Lists the whole moves of a state.
    List,
    /// Lists the steps of a state.
    Steps,
    /// Completes a move where nothing is left to choose, and makes the keeper's moves.
    Complete,
}

/// A function in the making.
pub(super) struct Machine<'a, 'f> {
    pub(super) code: Code<'a, 'f>,
    pub(super) mode: Mode,
    /// Whether random play puts what it plays into the list (see `trace`).
    pub(super) traced: bool,
    /// Whether random play under `Mod` chooses by values (see `guide`).
    pub(super) guided: bool,
    pub(super) log: Log,
    pub(super) log_base: Value,
    /// The topmost frame; the lowest one only says where to go when no choice is left.
    pub(super) frame: Variable,
    pub(super) frame_base: Value,
    pub(super) frames_end: Value,
    pub(super) random: Variable,
    pub(super) moves: Variable,
    pub(super) semimoves: Variable,
    pub(super) listed: Variable,
    fuel: Variable,
    /// Where the code of each entry state begins; the parameter is the square.
    blocks: BTreeMap<usize, Block>,
    /// Entry states whose code is still to be written.
    waiting: Vec<usize>,
    /// Where the choice of an entry state's topmost frame is made again.
    pub(super) choices: BTreeMap<usize, Block>,
    /// What random play by whole moves needs besides.
    pub(super) orthodox: Option<Orthodox>,
    /// What listing whole moves needs besides.
    pub(super) digits: Option<Digits>,
    /// Takes back the last step and makes the choice before it again.
    pub(super) dead: Block,
    /// Where to go when the lowest frame is reached, by the number in it.
    ends: Vec<Block>,
    pub(super) too_long: Block,
    pub(super) too_much: Block,
    pub(super) list_full: Block,
}

impl<'a, 'f> Machine<'a, 'f> {
    /// Begins a function; its entry block is being written.
    pub(super) fn new(mut code: Code<'a, 'f>, mode: Mode, traced: bool, guided: bool) -> Self {
        let log_base = code.field(offset_of!(Context, log));
        let end = code.field(offset_of!(Context, log_end));
        let frame_base = code.field(offset_of!(Context, frames));
        let frames_end = code.field(offset_of!(Context, frames_end));
        let random = code.field(offset_of!(Context, results.random));
        let fuel = code.field(offset_of!(Context, fuel));
        let none = code.number(0);
        let (top, frame) = (code.variable(log_base), code.variable(frame_base));
        let (random, fuel) = (code.variable(random), code.variable(fuel));
        let (moves, semimoves, listed) = (code.variable(none), code.variable(none), code.variable(none));
        code.store(log_base, frame_base, FRAME_MARK);
        let (dead, too_long, too_much, list_full) = (code.block(), code.block(), code.block(), code.block());
        for block in [too_long, too_much, list_full] {
            code.seldom(block);
        }
        let log = Log { top, end, full: too_long };
        Machine {
            code,
            mode,
            traced,
            guided,
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
            waiting: Vec::new(),
            choices: BTreeMap::new(),
            orthodox: None,
            digits: None,
            dead,
            ends: Vec::new(),
            too_long,
            too_much,
            list_full,
        }
    }

    /// The block where an entry state's code begins.
    pub(super) fn entry_block(&mut self, entry: usize) -> Block {
        if let Some(&block) = self.blocks.get(&entry) {
            return block;
        }
        let block = self.code.block_with(1);
        self.blocks.insert(entry, block);
        self.waiting.push(entry);
        block
    }

    /// An entry state whose code is still to be written.
    pub(super) fn next_waiting(&mut self) -> Option<usize> {
        self.waiting.pop()
    }

    /// Begins an entry state's code: its square and the squares of its exits.
    pub(super) fn begin_entry(&mut self, entry: usize) -> (Value, Vec<Set>) {
        let block = self.entry_block(entry);
        self.code.begin(block);
        let square = self.code.parameters(block)[0];
        let entries = self.code.entries;
        (square, self.code.segment(&entries.get(entry).segment, square, &[]))
    }

    /// The number of an end: what the lowest frame holds to lead there.
    pub(super) fn end(&mut self, block: Block) -> i64 {
        self.ends.push(block);
        (self.code.entries.all().len() + self.ends.len() - 1) as i64
    }

    /// Forgets what could be taken back.
    pub(super) fn reset_log(&mut self) {
        self.code.write(self.log.top, self.log_base);
    }

    /// What stands on the squares of an exit, if that is known.
    pub(super) fn standing(&self, entry: usize, exit: &Exit) -> Option<Vec<Piece>> {
        self.code.entries.get(entry).segment.values.pieces_on(exit.squares)
    }

    /// Whether an exit never has two squares.
    pub(super) fn is_single(&self, entry: usize, exit: &Exit) -> bool {
        self.code.entries.get(entry).segment.values.at_most_one(exit.squares)
    }

    /// Whether an exit ends a whole move.
    pub(super) fn is_switch(&self, exit: &Exit) -> bool {
        self.code.program.is_switch(exit.number)
    }

    /// Does the step of an exit.
    pub(super) fn act(&mut self, entry: usize, exit: &Exit, square: Value) {
        let standing = self.standing(entry, exit);
        self.code.act(exit.number, square, standing.as_deref(), self.log);
    }

    /// Does the first step that is possible; where none is, goes back.
    pub(super) fn only_step(&mut self, entry: usize, sets: &[Set]) {
        let entries = self.code.entries;
        self.first_of(entries.get(entry).segment.exits.iter().zip(sets), |machine, _, exit, _, square| {
            machine.act(entry, exit, square);
            if machine.mode == Mode::Split && !entries.get(entry).keeper {
                machine.code.add(machine.semimoves, 1);
                machine.trace_step(exit, square);
            }
            machine.go(entry, exit, square);
        });
        self.code.jump(self.dead, &[]);
    }

    /// Makes the first choice of the keeper's, and notes what else there was.
    pub(super) fn first_choice(&mut self, entry: usize, sets: &[Set]) {
        self.push_frame(entry, sets);
        let sets = self.begin_choice(entry, sets.len());
        let entries = self.code.entries;
        self.first_of(entries.get(entry).segment.exits.iter().zip(&sets), |machine, n, exit, set, square| {
            machine.strike(n, set, square);
            machine.act(entry, exit, square);
            machine.go(entry, exit, square);
        });
        self.pop_frame();
    }

    /// Takes the lowest square of the first exit that has one; goes on behind if none has.
    pub(super) fn first_of<'e>(
        &mut self,
        exits: impl Iterator<Item = (&'e Exit, &'e Set)>,
        take: impl Fn(&mut Self, usize, &'e Exit, &'e Set, Value),
    ) {
        for (n, (exit, set)) in exits.enumerate() {
            let (taken, next) = (self.code.block(), self.code.block());
            let some = self.code.any(set);
            self.code.branch(some, taken, next);
            self.code.begin(taken);
            let square = self.code.first(set);
            take(self, n, exit, set, square);
            self.code.begin(next);
        }
    }

    /// Goes where a step leads that was just done.
    pub(super) fn go(&mut self, entry: usize, exit: &Exit, square: Value) {
        if self.is_switch(exit) {
            return self.end_of_move(entry, exit, square);
        }
        let next = self.code.entries.after(self.code.program, entry, exit);
        let block = self.entry_block(next);
        self.code.jump(block, &[square]);
    }

    /// After a switch that stands: notes it in the state and forgets what was before.
    pub(super) fn commit(&mut self, exit: &Exit, square: Value) {
        self.code.set_head(exit.number, square);
        self.reset_log();
    }

    /// Who is in control after a switch.
    pub(super) fn switches_to(&self, exit: &Exit) -> Control {
        match self.code.program.automaton.numbered(exit.number).label {
            Label::Switch(control) => control,
            _ => unreachable!("only switches end moves"),
        }
    }

    /// Restores what may be tried.
    pub(super) fn refuel(&mut self) {
        let fuel = self.code.field(offset_of!(Context, fuel));
        self.code.write(self.fuel, fuel);
    }

    /// Counts one try.
    pub(super) fn burn(&mut self) {
        self.code.add(self.fuel, -1);
        let fuel = self.code.read(self.fuel);
        let left = self.code.compare_number(IntCC::SignedGreaterThan, fuel, 0);
        self.code.require(left, self.too_much);
    }

    /// Leaves the function.
    pub(super) fn leave(&mut self, status: Status) {
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

    /// Writes what all entry states share and ends the function.
    pub(super) fn finish(mut self, target: TargetFrontendConfig) {
        let dead = self.dead;
        self.code.begin(dead);
        self.burn();
        let frame = self.code.read(self.frame);
        let mark = self.code.load(frame, FRAME_MARK);
        self.code.undo_to(mark, self.log);
        let frame = self.code.read(self.frame);
        let entry = self.code.load(frame, FRAME_ENTRY);
        // Entry states without a choice never stand in a frame.
        let mut targets: Vec<Block> =
            (0..self.code.entries.all().len()).map(|i| self.choices.get(&i).copied().unwrap_or(self.too_much)).collect();
        targets.extend(&self.ends);
        self.code.switch(entry, &targets);
        for (block, status) in [(self.too_long, Status::TooLong), (self.too_much, Status::TooMuch), (self.list_full, Status::ListFull)] {
            self.code.begin(block);
            self.leave(status);
        }
        self.code.builder.seal_all_blocks();
        self.code.builder.finalize(target);
    }
}
