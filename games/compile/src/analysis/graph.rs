//! The entry states of a program and the steps between them.

use super::entry_states::{EntryState, EntryStates};
use crate::automaton::Label;
use crate::board::{Control, Piece};
use crate::ir::Exit;
use crate::passes::Pass;
use crate::program::Program;

/// A program with its entry states.
#[derive(Clone, Copy)]
pub(crate) struct Graph<'a> {
    pub(crate) program: &'a Program,
    pub(crate) entries: &'a EntryStates,
}

impl<'a> Graph<'a> {
    pub(crate) fn get(self, entry: usize) -> &'a EntryState {
        self.entries.get(entry)
    }

    /// The steps of an entry state.
    pub(crate) fn exits(self, entry: usize) -> &'a [Exit] {
        &self.entries.get(entry).segment.exits
    }

    /// The target of a step.
    pub(crate) fn after(self, entry: usize, exit: &Exit) -> usize {
        self.entries.after(self.program, entry, exit)
    }

    /// The pieces on the squares of an exit, if they are known.
    pub(crate) fn standing(self, entry: usize, exit: &Exit) -> Option<Vec<Piece>> {
        self.get(entry).segment.values.pieces_on(exit.squares)
    }

    /// The old and the new piece of a step that puts a piece in place of a known one.
    pub(crate) fn replacement(self, entry: usize, exit: &Exit) -> Option<(Piece, Piece)> {
        let Label::Put(new) = self.program.automaton.numbered(exit.number).label else { return None };
        let [old] = self.standing(entry, exit)?[..] else { return None };
        Some((old, new))
    }

    /// Whether an exit never has two squares.
    pub(crate) fn is_single(self, entry: usize, exit: &Exit) -> bool {
        self.get(entry).segment.values.at_most_one(exit.squares)
    }

    /// Whether an exit ends a whole move.
    pub(crate) fn ends_move(self, exit: &Exit) -> bool {
        self.program.is_switch(exit.number)
    }

    /// Whether a step ends a candidate: it is a switch, or the rest of the move is forced.
    pub(crate) fn ends_candidate(self, entry: usize, exit: &Exit) -> bool {
        self.ends_move(exit) || self.get(self.after(entry, exit)).forced
    }

    /// Whether a step that ends a whole move's code leads to an entry state from which the move can always be completed.
    pub(crate) fn always_ends(self, entry: usize, exit: &Exit) -> bool {
        self.ends_move(exit) || self.program.passes.has(Pass::ListCertain) && self.get(self.after(entry, exit)).certain
    }

    /// The player in control after a switch.
    pub(crate) fn control_after(self, exit: &Exit) -> Control {
        match self.program.automaton.numbered(exit.number).label {
            Label::Switch(control) => control,
            _ => unreachable!("only switches end moves"),
        }
    }
}
