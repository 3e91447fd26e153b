//! The undo log: the changes of the steps that may have to be undone, oldest first.

use super::code::Code;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{Block, Value};
use cranelift_frontend::Variable;

/// The undo log: the address of the next entry, and the exit for a full log.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    pub(crate) top: Variable,
    pub(crate) end: Value,
    pub(crate) full: Block,
}

impl Log {
    /// Appends an entry.
    pub(crate) fn note(self, code: &mut Code<'_, '_>, entry: Value) {
        let top = code.read(self.top);
        let room = code.compare(IntCC::UnsignedLessThan, top, self.end);
        code.require(room, self.full);
        code.store(entry, top, 0);
        code.add(self.top, 8);
    }
}
