//! Sets of pseudo-legal moves.

use super::{Kind, Rules};
use crate::{Move, bits};

/// Pseudo-legal moves that differ only in their target.
#[derive(Clone, Copy)]
pub(super) struct Group {
    pub(super) targets: u64,
    pub(super) origin: Origin,
    /// Whether these are pawn moves to the last row, which promote.
    pub(super) promotes: bool,
}

/// The origin of the pieces of a group.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// One piece.
    Square(u32),
    /// Pawns, each at this difference of square numbers before its target.
    Step(i32),
}

impl Group {
    /// A placeholder for buffers.
    pub(super) const NONE: Group = Group { targets: 0, origin: Origin::Square(0), promotes: false };

    /// The number of moves.
    #[inline(always)]
    pub(super) fn count<R: Rules>(&self) -> u32 {
        let targets = self.targets.count_ones();
        if self.promotes { targets * R::PROMOTIONS.len() as u32 } else { targets }
    }

    /// The move with this number, counted from 0.
    #[inline(always)]
    pub(super) fn nth<R: Rules>(&self, number: u32) -> Move {
        if self.promotes {
            let choices = R::PROMOTIONS.len() as u32;
            self.to(bits::select(self.targets, number / choices), R::PROMOTIONS[(number % choices) as usize] as u64)
        } else {
            self.to(bits::select(self.targets, number), 0)
        }
    }

    /// The same with these targets.
    #[inline(always)]
    pub(super) fn only(self, targets: u64) -> Group {
        Group { targets, ..self }
    }

    /// Those of the targets to which pieces on these squares move.
    #[inline(always)]
    pub(super) fn targets_of(&self, squares: u64) -> u64 {
        match self.origin {
            Origin::Square(square) => 0u64.wrapping_sub(squares >> (square & 63) & 1),
            Origin::Step(step) => shift(squares, step),
        }
    }

    /// All moves.
    pub(super) fn each<R: Rules>(self) -> impl Iterator<Item = Move> {
        let kinds: &[Kind] = if self.promotes { R::PROMOTIONS } else { &[Kind::Pawn] };
        bits::ones(self.targets).flat_map(move |target| kinds.iter().map(move |&kind| self.to(target, kind as u64)))
    }

    #[inline(always)]
    fn to(&self, target: u32, promotion: u64) -> Move {
        let from = match self.origin {
            Origin::Square(square) => square,
            Origin::Step(step) => (target as i32 - step) as u32 & 63,
        };
        Move(u64::from(from | target << 6) | promotion << 12)
    }
}

/// Shifts all squares of a set by this difference of square numbers.
#[inline(always)]
pub(super) fn shift(set: u64, by: i32) -> u64 {
    if by >= 0 { set << (by & 63) } else { set >> (-by & 63) }
}
