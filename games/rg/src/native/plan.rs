//! Where the usual storage does not fit a game, and what is stored otherwise. Lowering that fails names a remedy, and begins again with it.

use super::storage::Storage;
use crate::game::Game;
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
}

impl Plan {
    /// Changes the plan; whether that is a change.
    pub(super) fn apply(&mut self, remedy: Remedy) -> bool {
        match remedy {
            _ if self.large => false,
            Remedy::Keep(cell) => self.kept.insert(cell),
            Remedy::Exact => !std::mem::replace(&mut self.exact, true),
        }
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
        (values(most) >= MANY_VALUES).then_some(Remedy::Keep(most))
    }
}
