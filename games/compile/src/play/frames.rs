//! The stack of choices: a frame holds the entry state of a choice, how to return to it, and the remaining options.

use crate::abi::areas::{FRAME_ENTRY, FRAME_HEAD, FRAME_MARK};
use crate::emit::sets::Set;
use crate::play::machine::Machine;
use cranelift_codegen::ir::Value;
use cranelift_codegen::ir::condcodes::IntCC;

impl Machine<'_, '_> {
    /// Empties the stack of choices and sets the target of a return from the empty stack.
    pub(crate) fn reset_frames(&mut self, end: i64) {
        let end = self.code.number(end);
        self.code.store(end, self.frame_base, FRAME_ENTRY);
        self.code.write(self.frame, self.frame_base);
    }

    /// Pushes a frame with these sets.
    pub(crate) fn push_frame(&mut self, entry: usize, sets: &[Set]) {
        let size = (self.graph.entries.frame_words * 8) as i64;
        self.code.add(self.frame, size);
        let frame = self.code.read(self.frame);
        let room = self.code.compare(IntCC::UnsignedLessThan, frame, self.frames_end);
        self.code.require(room, self.too_long);
        let number = self.code.number(entry as i64);
        self.code.store(number, frame, FRAME_ENTRY);
        let mark = self.code.read(self.log.top);
        self.code.store(mark, frame, FRAME_MARK);
        let words = self.code.set_words();
        for (i, set) in sets.iter().enumerate() {
            self.code.store_set(set, frame, FRAME_HEAD + i * words);
        }
    }

    /// Pops the topmost frame and undoes one step.
    pub(crate) fn pop_frame(&mut self) {
        let size = (self.graph.entries.frame_words * 8) as i64;
        self.code.add(self.frame, -size);
        self.code.jump(self.dead, &[]);
    }

    /// Begins the code that makes an entry state's choice, and loads what remains of these options.
    pub(crate) fn begin_choice(&mut self, entry: usize, sets: &[Set]) -> Vec<Set> {
        let block = self.code.block();
        self.code.jump(block, &[]);
        self.choices.insert(entry, block);
        self.code.begin(block);
        self.load_options(sets)
    }

    /// Loads the sets of the topmost frame.
    pub(crate) fn load_options(&mut self, sets: &[Set]) -> Vec<Set> {
        let frame = self.code.read(self.frame);
        let words = self.code.set_words();
        sets.iter().enumerate().map(|(i, set)| self.code.load_like(set, frame, FRAME_HEAD + i * words)).collect()
    }

    /// Removes a square from the n-th set of the topmost frame.
    pub(crate) fn strike(&mut self, n: usize, set: &[Value], square: Value) {
        let rest = self.code.strike(set, square);
        let frame = self.code.read(self.frame);
        self.code.store_set(&rest, frame, FRAME_HEAD + n * self.code.set_words());
    }
}
