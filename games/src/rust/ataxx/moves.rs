//! Move generation on boards with 8 squares from one row to the next.

use super::Clones;
use super::board::Board;
use super::directions::{DIRECTIONS, JUMPS, OFFSETS, SOURCES};
use crate::{Move, bits};

/// The difference of square numbers in a direction.
#[inline(always)]
fn shift(direction: usize) -> i32 {
    let (columns, rows) = OFFSETS[direction];
    8 * rows + columns
}

/// The opposite of a direction.
#[inline(always)]
pub(super) fn origin(target: u32, direction: usize) -> u32 {
    target.wrapping_add_signed(-shift(direction)) & 63
}

/// The squares and their neighbours, some of which may lie outside a board smaller than 8×8.
#[inline(always)]
pub(super) fn spread(squares: u64) -> u64 {
    const NOT_FIRST: u64 = 0xfefe_fefe_fefe_fefe;
    let wide = squares | squares << 1 & NOT_FIRST | (squares & NOT_FIRST) >> 1;
    wide | wide << 8 | wide >> 8
}

impl Board {
    /// The empty squares that the player to move can reach in a direction.
    #[inline(always)]
    pub(super) fn targets(&self, direction: usize) -> u64 {
        let leaving = self.pieces[self.mover()] & SOURCES[direction];
        leaving.rotate_left(shift(direction) as u32 & 63) & self.empty()
    }

    /// The targets to which the player to move can clone, if clones count per target; empty if they count per direction, as jumps do.
    #[inline(always)]
    pub(super) fn clone_targets(&self) -> u64 {
        match self.rules.clones {
            Clones::PerTarget => spread(self.pieces[self.mover()]) & self.empty(),
            Clones::PerOrigin => 0,
        }
    }

    /// The number of directions that count: only those of jumps, or all.
    #[inline(always)]
    pub(super) fn directions(&self) -> usize {
        match self.rules.clones {
            Clones::PerTarget => JUMPS,
            Clones::PerOrigin => DIRECTIONS,
        }
    }

    /// The number of moves without passes.
    pub(super) fn mobility(&self) -> u32 {
        let jumps: u32 = (0..self.directions()).map(|direction| self.targets(direction).count_ones()).sum();
        self.clone_targets().count_ones() + jumps
    }

    /// Appends all moves except the pass.
    pub(super) fn list_moves(&self, out: &mut Vec<Move>) {
        let from_to = |from: u32, to: u32| Move(u64::from(from | to << 6));
        out.extend(bits::ones(self.clone_targets()).map(|to| from_to(to, to)));
        for direction in 0..self.directions() {
            out.extend(bits::ones(self.targets(direction)).map(|to| from_to(origin(to, direction), to)));
        }
    }
}
