//! The blocks of entry states: code is made for those that some step leads to.

use super::context::Status;
use super::machine::{Machine, Waiting};
use super::sets::Set;
use crate::ir::Exit;
use cranelift_codegen::ir::{Block, Value};

impl Machine<'_, '_> {
    /// The block where an entry state's code begins.
    pub(super) fn entry_block(&mut self, entry: usize) -> Block {
        if let Some(&block) = self.blocks.get(&entry) {
            return block;
        }
        let block = self.code.block_with(1);
        self.blocks.insert(entry, block);
        self.waiting.push(Waiting::Entry(entry));
        block
    }

    /// The block where the search for candidates begins at an entry state.
    pub(super) fn root_block(&mut self, entry: usize) -> Block {
        if let Some(&block) = self.roots.get(&entry) {
            return block;
        }
        let block = self.code.block_with(1);
        self.roots.insert(entry, block);
        self.waiting.push(Waiting::Root(entry));
        block
    }

    /// The code to be emitted next.
    pub(super) fn next_waiting(&mut self) -> Option<Waiting> {
        self.waiting.pop()
    }

    /// Begins an entry state's code: its square and the squares of its exits.
    pub(super) fn begin_entry(&mut self, entry: usize) -> (Value, Vec<Set>) {
        let block = self.entry_block(entry);
        self.code.begin(block);
        let square = self.code.parameters(block)[0];
        let (sets, arrives) = self.code.segment_and_end(&self.entries.get(entry).segment, square, &[]);
        if let Some(arrives) = arrives {
            let (found, on) = (self.code.block(), self.code.block());
            self.code.branch(arrives, found, on);
            self.code.begin(found);
            self.code.undo_to(self.log_base, self.log);
            self.leave(Status::Stopped);
            self.code.begin(on);
        }
        (square, sets)
    }

    /// Jumps to the target of a step just executed.
    pub(super) fn go(&mut self, entry: usize, exit: &Exit, square: Value) {
        if self.ends_move(exit) {
            let block = self.code.block();
            self.code.jump(block, &[]);
            self.waiting.push(Waiting::EndOfMove { block, entry, exit: exit.clone(), square });
            return;
        }
        let next = self.entries.after(self.code.program, entry, exit);
        let block = self.entry_block(next);
        self.code.jump(block, &[square]);
    }
}
