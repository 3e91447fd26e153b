//! Moves as codes, and lists of them.

use super::board::{Board, NO_SQUARE};
use crate::{Move, bits};

/// The first code of an outcome of chance; the piece is added. Moves are `from + 32 × to` and lie below; a reveal moves a square to itself.
pub(super) const OUTCOME: u64 = 1_024;

/// The 64-bit code of a move.
#[inline(always)]
pub(super) fn encode(from: u8, to: u8) -> Move {
    Move(u64::from(from) | u64::from(to) << 5)
}

/// The squares of a move that is not an outcome of chance.
#[inline(always)]
pub(super) fn decode(m: Move) -> (u8, u8) {
    ((m.0 & 31) as u8, (m.0 >> 5 & 31) as u8)
}

impl Board {
    /// Appends all captures.
    pub(super) fn push_captures(&self, out: &mut Vec<Move>) {
        let sides = self.sides();
        out.extend(sides.captures().each().chain(sides.jumps()).map(|(from, to)| encode(from, to)));
    }

    /// Appends all moves, or the outcomes of chance.
    pub(super) fn push_moves(&self, out: &mut Vec<Move>) {
        if self.pending != NO_SQUARE {
            let seen = self.unseen.iter().enumerate().filter(|&(_, &count)| count > 0);
            out.extend(seen.map(|(piece, _)| Move(OUTCOME + piece as u64)));
            return;
        }
        out.extend(bits::ones(u64::from(self.dark)).map(|square| encode(square as u8, square as u8)));
        out.extend(self.sides().quiet_steps().each().map(|(from, to)| encode(from, to)));
        self.push_captures(out);
    }
}
