//! Looking one step ahead without executing the step: its changes are assumed instead.

use super::machine::{Machine, Mode};
use super::sets::{Put, Set};
use crate::automaton::Label;
use crate::board::Piece;
use crate::ir::Exit;
use crate::passes::Pass;
use cranelift_codegen::ir::Value;

/// An entry state from which every step ends a candidate, and how it is reached.
pub(super) struct Leaf {
    pub(super) entry: usize,
    old: Piece,
    new: Piece,
}

impl Machine<'_, '_> {
    /// Where a step leads that puts a piece in place of a known one, if every step from there ends a candidate.
    pub(super) fn leaf(&self, entry: usize, exit: &Exit) -> Option<Leaf> {
        if !self.code.program.passes.has(Pass::LookAhead) {
            return None;
        }
        let Label::Put(new) = self.code.program.automaton.numbered(exit.number).label else { return None };
        let [old] = self.standing(entry, exit)?[..] else { return None };
        let next = self.entries.after(self.code.program, entry, exit);
        let ends = self.entries.get(next).segment.exits.iter().all(|exit| self.ends_candidate(next, exit));
        // Patterns are tried on the state itself.
        let tries = self.entries.get(next).segment.tried().next().is_some();
        (ends && !tries).then_some(Leaf { entry: next, old, new })
    }

    /// The segment after a step, without executing the step.
    pub(super) fn segment_ahead(&mut self, leaf: &Leaf, square: Value) -> Vec<Set> {
        let place = self.code.one(square);
        let put = [Put { old: leaf.old, new: leaf.new, square, place }];
        let entries = self.entries;
        self.code.segment(&entries.get(leaf.entry).segment, square, &put)
    }

    /// Whether a step ends a candidate: it is a switch, or the rest is forced. In a list of sequences, whether it ends one.
    pub(super) fn ends_candidate(&self, entry: usize, exit: &Exit) -> bool {
        if self.mode == Mode::Sequences {
            return self.code.program.ends_semimove(exit.number);
        }
        self.ends_move(exit) || self.entries.get(self.entries.after(self.code.program, entry, exit)).forced
    }
}
