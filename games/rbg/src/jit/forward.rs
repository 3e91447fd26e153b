//! Steps of random play that are never undone.

use super::machine::{Machine, Mode};
use crate::ir::Exit;
use crate::passes::Pass;
use cranelift_codegen::ir::Value;

impl Machine<'_, '_> {
    /// Executes the step of an exit with which random play goes on, so that it can be undone if it has to be.
    pub(super) fn advance(&mut self, entry: usize, exit: &Exit, square: Value) {
        let standing = self.standing(entry, exit);
        let log = (!self.is_final(entry, exit)).then_some(self.log);
        self.code.act(exit.number, square, standing.as_deref(), log);
    }

    /// Whether random play never undoes a step once it was chosen.
    pub(super) fn is_final(&self, entry: usize, exit: &Exit) -> bool {
        if !self.code.program.passes.has(Pass::PlayForward) || !matches!(self.mode, Mode::Split | Mode::Orthodox) {
            return false;
        }
        // A whole move that is only tested is undone.
        if self.mode == Mode::Orthodox && !self.entries.get(entry).keeper && self.may_fail {
            return false;
        }
        self.always_completed(entry, exit)
    }

    /// Whether a move is always completed after a step.
    fn always_completed(&self, entry: usize, exit: &Exit) -> bool {
        self.ends_move(exit) || self.certain.ends[self.entries.after(self.code.program, entry, exit)]
    }

    /// Whether some candidate may have no completion.
    pub(super) fn has_doubtful_candidates(&self) -> bool {
        let doubtful = |entry: usize, exit: &Exit| self.ends_candidate(entry, exit) && !self.always_completed(entry, exit);
        let of_players = self.entries.all().iter().enumerate().filter(|(_, state)| !state.keeper);
        of_players.into_iter().any(|(entry, state)| state.segment.exits.iter().any(|exit| doubtful(entry, exit)))
    }

    /// Whether a step can always be made at an entry state.
    pub(super) fn always_offers(&self, entry: usize) -> bool {
        self.certain.offers[entry]
    }
}
