//! The blocks of entry states, and the code that is still to be emitted: code is made for those entry states that some step leads to.

use crate::emit::code::Code;
use crate::ir::Exit;
use cranelift_codegen::ir::{Block, Value};
use std::collections::BTreeMap;

/// Code that is still to be emitted, as the target of jumps.
pub(super) enum PendingCode {
    /// The code of an entry state.
    Entry(usize),
    /// The code after a switch, which is this exit of an entry state.
    EndOfMove { block: Block, entry: usize, exit: Exit, square: Value },
    /// Code of the function's own, by its number.
    Own(usize),
}

/// The blocks of entry states.
#[derive(Default)]
pub(super) struct EntryBlocks {
    /// The start of the code of each entry state; the parameter is the square.
    blocks: BTreeMap<usize, Block>,
    pending: Vec<PendingCode>,
}

impl EntryBlocks {
    /// The block where an entry state's code begins.
    pub(super) fn block(&mut self, code: &mut Code<'_, '_>, entry: usize) -> Block {
        let pending = &mut self.pending;
        *self.blocks.entry(entry).or_insert_with(|| {
            pending.push(PendingCode::Entry(entry));
            code.block_with(1)
        })
    }

    /// Leaves code to be emitted later.
    pub(super) fn postpone(&mut self, pending: PendingCode) {
        self.pending.push(pending);
    }

    /// The code to be emitted next.
    pub(super) fn next(&mut self) -> Option<PendingCode> {
        self.pending.pop()
    }
}
