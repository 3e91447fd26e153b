//! What can be known for certain about a node, and what follows from it for the selection.

use super::{Column, Tree};
use crate::search::actions::ActionId;
use treebench_games::Player;

/// Between these the score of a player is certain to lie, on the scale [0, 1].
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Bounds {
    /// The pessimistic bound: the player can get at least this.
    pub pess: f32,
    /// The optimistic bound: the player can get at most this.
    pub opti: f32,
}

impl Bounds {
    /// Nothing is known.
    pub const OPEN: Bounds = Bounds { pess: 0.0, opti: 1.0 };

    /// A score that is known.
    pub fn exactly(score: f64) -> Bounds {
        Bounds { pess: score as f32, opti: score as f32 }
    }

    /// Whether the score is known.
    #[inline]
    pub fn is_tight(self) -> bool {
        self.pess >= self.opti
    }
}

/// The proof number of what can never be proven.
pub const INFINITE: u32 = u32::MAX;
/// The greatest proof number that is still finite; sums stop here.
pub const MOST_FINITE: u32 = u32::MAX - 1;

/// What a node's proof numbers mean for the selection at its parent, kept until they change.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Bias {
    /// The term of this node in its parent's selection, in [0, 1].
    pub term: f32,
    /// Whether the terms of this node's children must be computed anew (needRecalc in the GPN paper).
    pub stale: bool,
}

/// An all-moves-as-first statistic of the action that leads to a node: over the iterations that passed its parent and in which
/// the parent's mover played the action there or later.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct AmafCount {
    /// Sum of the results for that mover, each on the scale [0, 1].
    pub value: f64,
    /// How many iterations these are.
    pub visits: u32,
    /// The number of the action.
    pub action: ActionId,
}

impl Default for AmafCount {
    fn default() -> Self {
        AmafCount { value: 0.0, visits: 0, action: ActionId::NONE }
    }
}

/// Which facts a tree keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Facts {
    /// How many players have bounds; 0 for none.
    pub bounds: usize,
    /// How many goals have proof numbers; 0 for none.
    pub goals: usize,
    /// Whether the proof numbers are about the player at the root, so that a tree cannot be carried over to a turn of another player.
    pub one_sided: bool,
    /// How many all-moves-as-first statistics every node has; 0 for none.
    pub amaf: usize,
    /// Whether every node counts the results that were no draws.
    pub decided: bool,
    /// How many numbers every node has whose meaning the parts agree about, 0 at first; 0 for none.
    pub numbers: usize,
    /// Which nodes have tables of all actions below them; `None` for no node.
    pub action_tables: Option<ActionTables>,
}

/// Which nodes have tables of all actions below them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ActionTables {
    /// How many players the game has.
    pub players: usize,
    /// Whether only the root has one (HRAVE), or every node that has children (GRAVE).
    pub root_only: bool,
}

impl Tree {
    /// Who is to move at the root, as the search last said.
    #[inline]
    pub fn root_player(&self) -> Player {
        self.root_player
    }

    /// Notes who is to move at the root.
    pub fn set_root_player(&mut self, player: Player) {
        self.root_player = player;
    }

    /// How many results of each node were no draws.
    #[inline]
    pub fn decided(&self) -> &Column<u32> {
        &self.tables.decided
    }

    /// The same, to be updated by a backup.
    #[inline]
    pub fn decided_mut(&mut self) -> &mut Column<u32> {
        &mut self.tables.decided
    }

    /// The bounds on the players' scores.
    #[inline]
    pub fn bounds(&self) -> &Column<Bounds> {
        &self.tables.bounds
    }

    /// The bounds, to be updated by a backup.
    #[inline]
    pub fn bounds_mut(&mut self) -> &mut Column<Bounds> {
        &mut self.tables.bounds
    }

    /// The proof numbers of the goals.
    #[inline]
    pub fn proofs(&self) -> &Column<u32> {
        &self.tables.proofs
    }

    /// The proof numbers, to be updated by a backup.
    #[inline]
    pub fn proofs_mut(&mut self) -> &mut Column<u32> {
        &mut self.tables.proofs
    }

    /// What the proof numbers mean for the selection; as wide as there are proof numbers, 0 or 1.
    #[inline]
    pub fn bias(&self) -> &Column<Bias> {
        &self.tables.bias
    }

    /// The same, to be updated by backup and selection.
    #[inline]
    pub fn bias_mut(&mut self) -> &mut Column<Bias> {
        &mut self.tables.bias
    }

    /// All-moves-as-first statistics.
    #[inline]
    pub fn amaf(&self) -> &Column<AmafCount> {
        &self.tables.amaf
    }

    /// The same, to be updated by a backup.
    #[inline]
    pub fn amaf_mut(&mut self) -> &mut Column<AmafCount> {
        &mut self.tables.amaf
    }

    /// The numbers that parts keep for themselves.
    #[inline]
    pub fn numbers(&self) -> &Column<f64> {
        &self.tables.numbers
    }

    /// The same, to be updated.
    #[inline]
    pub fn numbers_mut(&mut self) -> &mut Column<f64> {
        &mut self.tables.numbers
    }
}
