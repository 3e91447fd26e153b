//! Where the usual storage does not fit a game, and what is stored otherwise. Lowering that fails names a remedy, and begins again with it.

use std::collections::BTreeSet;

/// How the storage of a game differs from the usual one.
#[derive(Clone, Default, PartialEq)]
pub(super) struct Plan {
    /// The cells of plain variables that are stored as numbers, and not in nodes and the current square.
    pub(super) kept: BTreeSet<usize>,
    /// Whether the possible current squares are kept exactly between the nodes at which ways join.
    pub(super) exact: bool,
    /// The maps that are on the board beside the largest.
    pub(super) boards: BTreeSet<usize>,
    /// The maps on the board that get values which their types do not have, as a count that is one too high.
    pub(super) extended: BTreeSet<usize>,
    /// The sets whose members have squares of their own.
    pub(super) squares: BTreeSet<usize>,
    /// Whether it may have as many nodes as compile in some seconds.
    pub(super) large: bool,
}

/// A change of the plan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Remedy {
    /// Store the variable of a cell as a number.
    Keep(usize),
    /// Keep the possible current squares exactly.
    Exact,
    /// Put a map on the board.
    Board(usize),
    /// Let a map on the board have all values that it may get.
    Extend(usize),
    /// Give squares to the members of a set.
    Squares(usize),
}

impl Plan {
    /// Changes the plan; whether that is a change.
    pub(super) fn apply(&mut self, remedy: Remedy) -> bool {
        match remedy {
            _ if self.large => false,
            Remedy::Keep(cell) => self.kept.insert(cell),
            Remedy::Board(map) => self.boards.insert(map),
            Remedy::Extend(map) => self.extended.insert(map),
            Remedy::Squares(set) => self.squares.insert(set),
            Remedy::Exact => !std::mem::replace(&mut self.exact, true),
        }
    }

    /// Whether the board is the same under another plan.
    pub(super) fn has_squares_of(&self, other: &Plan) -> bool {
        self.boards == other.boards && self.squares == other.squares
    }

    /// Returns to the usual storage where no other has helped, now with more nodes; whether that is a change.
    pub(super) fn fall_back(&mut self) -> bool {
        let usual = Plan { large: true, ..Plan::default() };
        let changed = !self.large && *self != Plan::default();
        *self = usual;
        changed
    }

    /// The remedy for the variable of a cell that would have to be a square beside the current one.
    pub(super) fn second_square(&self, cell: usize) -> Remedy {
        if self.exact { Remedy::Keep(cell) } else { Remedy::Exact }
    }
}
