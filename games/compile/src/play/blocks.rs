//! The blocks of entry states: code is made for those that some step leads to.

use crate::abi::context::Status;
use crate::emit::segment;
use crate::emit::sets::Set;
use crate::emit::steps;
use crate::ir::Exit;
use crate::play::machine::{Machine, Waiting};
use cranelift_codegen::ir::{Block, Value};

impl Machine<'_, '_> {
    /// The block where an entry state's code begins.
    pub(crate) fn entry_block(&mut self, entry: usize) -> Block {
        if let Some(&block) = self.blocks.get(&entry) {
            return block;
        }
        let block = self.code.block_with(1);
        self.blocks.insert(entry, block);
        self.waiting.push(Waiting::Entry(entry));
        block
    }

    /// The block where the search for candidates begins at an entry state.
    pub(crate) fn root_block(&mut self, entry: usize) -> Block {
        if let Some(&block) = self.roots.get(&entry) {
            return block;
        }
        let block = self.code.block_with(1);
        self.roots.insert(entry, block);
        self.waiting.push(Waiting::Root(entry));
        block
    }

    /// The code to be emitted next.
    pub(crate) fn next_waiting(&mut self) -> Option<Waiting> {
        self.waiting.pop()
    }

    /// Begins an entry state's code on its square.
    pub(crate) fn begin_entry(&mut self, entry: usize) -> Value {
        let block = self.entry_block(entry);
        self.code.begin(block);
        self.code.parameters(block)[0]
    }

    /// The squares of an entry state's exits. Inside a pattern, the function is left if the end is reached.
    pub(crate) fn exits(&mut self, entry: usize, square: Value) -> Vec<Set> {
        let (sets, arrives) = segment::segment_and_end(&mut self.code, &self.graph.get(entry).segment, square, &[]);
        if let Some(arrives) = arrives {
            self.leave_if(arrives);
        }
        sets
    }

    /// Leaves the function if the end of its pattern is reached.
    pub(crate) fn leave_if(&mut self, arrives: Value) {
        let (found, on) = (self.code.block(), self.code.block());
        self.code.branch(arrives, found, on);
        self.code.begin(found);
        steps::undo_to(&mut self.code, self.log_base, self.log);
        self.leave(Status::Stopped);
        self.code.begin(on);
    }

    /// Jumps to the target of a step just executed.
    pub(crate) fn go(&mut self, entry: usize, exit: &Exit, square: Value) {
        if self.graph.ends_move(exit) {
            let block = self.code.block();
            self.code.jump(block, &[]);
            self.waiting.push(Waiting::EndOfMove { block, entry, exit: exit.clone(), square });
            return;
        }
        let next = self.graph.after(entry, exit);
        let block = self.entry_block(next);
        self.code.jump(block, &[square]);
    }
}
