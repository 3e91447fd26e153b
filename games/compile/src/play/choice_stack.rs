//! The stack of choices: a frame holds the entry state of a choice, how to return to it, and the remaining options.

use crate::abi::areas::{FRAME_ENTRY, FRAME_HEAD, FRAME_MARK};
use crate::analysis::entry_states::EntryStates;
use crate::emit::code::Code;
use crate::emit::sets::Set;
use crate::emit::steps::Log;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, Value};
use cranelift_frontend::Variable;

/// The stack of choices.
pub(super) struct ChoiceStack {
    /// The topmost frame; the lowest one only holds the target of a return from the empty stack.
    pub(super) top: Variable,
    pub(super) base: Value,
    /// The end of the last frame that fits, and the exit for a full stack.
    end: Value,
    full: Block,
    /// Bytes of a frame.
    pub(super) size: i64,
    /// Undoes the last step and makes the choice before it again.
    pub(super) dead: Block,
    /// The block that makes the choice of each entry state's topmost frame again.
    again: Vec<Option<Block>>,
    /// The targets of a return to the lowest frame, by the number in it.
    ends: Vec<Block>,
}

impl ChoiceStack {
    pub(super) fn new(entries: &EntryStates, top: Variable, base: Value, end: Value, dead: Block, full: Block) -> Self {
        let size = (entries.frame_words * 8) as i64;
        ChoiceStack { top, base, end, full, size, dead, again: vec![None; entries.all().len()], ends: Vec::new() }
    }

    /// The number of a target, to be stored in the lowest frame.
    pub(super) fn number(&mut self, target: Block) -> i64 {
        self.ends.push(target);
        (self.again.len() + self.ends.len() - 1) as i64
    }

    /// Sets the block that makes the choice of an entry state's topmost frame again.
    pub(super) fn set_again(&mut self, entry: usize, block: Block) {
        self.again[entry] = Some(block);
    }

    /// The targets of a return, by the number in the topmost frame. Entry states without a choice have no frame.
    pub(super) fn targets(&self, none: Block) -> Vec<Block> {
        self.again.iter().map(|again| again.unwrap_or(none)).chain(self.ends.iter().copied()).collect()
    }

    /// Empties the stack and sets the target of a return from the empty stack.
    pub(super) fn reset(&self, code: &mut Code<'_, '_>, end: i64) {
        let end = code.number(end);
        code.store(end, self.base, FRAME_ENTRY);
        code.write(self.top, self.base);
    }

    /// Requires room for a frame.
    pub(super) fn require_room(&self, code: &mut Code<'_, '_>, frame: Value) {
        let room = code.compare(IntCC::UnsignedLessThan, frame, self.end);
        code.require(room, self.full);
    }

    /// Writes the target of a return to a frame, and the mark of the log.
    pub(super) fn begin_frame(&self, code: &mut Code<'_, '_>, log: Log, frame: Value, number: i64) {
        let number = code.number(number);
        code.store(number, frame, FRAME_ENTRY);
        let mark = code.read(log.top);
        code.store(mark, frame, FRAME_MARK);
    }

    /// Pushes a frame without options; returns it.
    pub(super) fn push_empty(&self, code: &mut Code<'_, '_>, log: Log, number: i64) -> Value {
        code.add(self.top, self.size);
        let frame = code.read(self.top);
        self.require_room(code, frame);
        self.begin_frame(code, log, frame, number);
        frame
    }

    /// Pushes the frame of an entry state's choice among these options.
    pub(super) fn push(&self, code: &mut Code<'_, '_>, log: Log, entry: usize, options: &[Set]) {
        let frame = self.push_empty(code, log, entry as i64);
        let words = code.set_words();
        for (i, set) in options.iter().enumerate() {
            code.store_set(set, frame, FRAME_HEAD + i * words);
        }
    }

    /// Pops the topmost frame.
    pub(super) fn pop(&self, code: &mut Code<'_, '_>) {
        code.add(self.top, -self.size);
    }

    /// Begins the code that makes an entry state's choice, and loads what remains of these options.
    pub(super) fn begin_choice(&mut self, code: &mut Code<'_, '_>, entry: usize, options: &[Set]) -> Vec<Set> {
        let block = code.block();
        code.jump(block, &[]);
        self.set_again(entry, block);
        code.begin(block);
        self.options(code, options)
    }

    /// Loads the options of the topmost frame, in the form of these.
    pub(super) fn options(&self, code: &mut Code<'_, '_>, options: &[Set]) -> Vec<Set> {
        let frame = code.read(self.top);
        let words = code.set_words();
        options.iter().enumerate().map(|(i, set)| code.load_like(set, frame, FRAME_HEAD + i * words)).collect()
    }

    /// Sets the n-th option of the topmost frame.
    pub(super) fn set_option(&self, code: &mut Code<'_, '_>, n: usize, set: &[Value]) {
        let frame = code.read(self.top);
        code.store_set(set, frame, FRAME_HEAD + n * code.set_words());
    }

    /// Removes a square from the n-th option of the topmost frame.
    pub(super) fn strike(&self, code: &mut Code<'_, '_>, n: usize, set: &[Value], square: Value) {
        let rest = code.strike(set, square);
        self.set_option(code, n, &rest);
    }
}
