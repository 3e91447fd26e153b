//! Where the usual storage does not fit a game, and what is stored otherwise. Lowering that fails names a remedy, and begins again with it.

use super::storage::{FEWEST_SQUARES, Storage};
use crate::game::{Base, Game, Label, Operand};
use std::collections::BTreeSet;

/// Variables with at least this many values are stored as numbers if there are too many nodes otherwise.
const MANY_VALUES: usize = 5;

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

    /// The remedy for a scalar that would have to be a square beside the current one.
    pub(super) fn second_square(&self, storage: &Storage, scalar: usize) -> Remedy {
        if self.exact { Remedy::Keep(storage.scalars[scalar]) } else { Remedy::Exact }
    }

    /// The remedy for too many nodes: the scalar with the most values, apart from squares and the player.
    pub(super) fn fewer_nodes(game: &Game, storage: &Storage, is_square: impl Fn(usize) -> bool) -> Option<Remedy> {
        let player = game.variables[game.player].offset;
        let values = |cell: usize| {
            let variable = game.variables.iter().find(|variable| variable.offset == cell && variable.shape.keys.is_empty());
            variable.map_or(0, |variable| game.sets[variable.shape.leaf].members.len())
        };
        let open = (0..storage.scalars.len()).filter(|&scalar| storage.scalars[scalar] != player && !is_square(scalar));
        let most = open.map(|scalar| storage.scalars[scalar]).max_by_key(|&cell| (values(cell), std::cmp::Reverse(cell)))?;
        let variable = game.variables.iter().find(|variable| variable.offset == most)?;
        match values(most) >= MANY_VALUES {
            true if leads_to_squares(game, storage, most) => Some(Remedy::Squares(variable.shape.leaf)),
            true => Some(Remedy::Keep(most)),
            false => None,
        }
    }
}

/// Whether a constant gives squares for the values of a plain variable.
fn leads_to_squares(game: &Game, storage: &Storage, cell: usize) -> bool {
    game.edges.iter().any(|edge| match &edge.label {
        Label::Assign(place, value) => gives_squares(game, storage, place, cell) || gives_squares(game, storage, value, cell),
        Label::Compare { left, right, .. } => gives_squares(game, storage, left, cell) || gives_squares(game, storage, right, cell),
        _ => false,
    })
}

fn gives_squares(game: &Game, storage: &Storage, operand: &Operand, cell: usize) -> bool {
    let here = match (operand.base, &operand.keys[..]) {
        (Base::Constant(first), [key]) if matches!(key.operand.base, Base::State(read) if read == cell) && key.operand.keys.is_empty() => {
            let values = &game.constants[first..first + game.sets[key.set].members.len()];
            values.iter().filter(|&&value| storage.square(value).is_some()).count() >= FEWEST_SQUARES
        }
        _ => false,
    };
    here || operand.keys.iter().any(|key| gives_squares(game, storage, &key.operand, cell))
}
