//! Looking one step ahead without executing the step: its changes are assumed instead.

use crate::board::Piece;
use crate::emit::segment;
use crate::emit::sets::{Put, Set};
use crate::ir::Exit;
use crate::passes::Pass;
use crate::play::machine::Machine;
use cranelift_codegen::ir::Value;

/// An entry state one step ahead, and how it is reached.
pub(crate) struct Leaf {
    pub(crate) entry: usize,
    old: Piece,
    new: Piece,
}

impl Machine<'_, '_> {
    /// Where a step leads that puts a piece in place of a known one.
    pub(crate) fn leaf(&self, entry: usize, exit: &Exit) -> Option<Leaf> {
        let (old, new) = self.graph.replacement(entry, exit).filter(|_| self.graph.program.passes.has(Pass::LookAhead))?;
        let next = self.graph.after(entry, exit);
        // Patterns are tried on the state itself.
        let tries = self.graph.get(next).segment.tried().next().is_some();
        (!tries).then_some(Leaf { entry: next, old, new })
    }

    /// The segment after a step, without executing the step.
    pub(crate) fn segment_ahead(&mut self, leaf: &Leaf, square: Value) -> Vec<Set> {
        let place = self.code.one(square);
        let put = [Put { old: leaf.old, new: leaf.new, square, place }];
        segment::segment(&mut self.code, &self.graph.get(leaf.entry).segment, square, &put)
    }
}
