//! Groups of moves.

use crate::moves::Move;
use crate::position::Position;

/// A game that sorts its moves into groups, for searches that choose a group first and a move of it second (move groups: Childs,
/// Brodeur and Kocsis, "Transpositions and move groups in Monte Carlo tree search", CIG 2008).
pub trait MoveGroups: Position {
    /// The number of the group of a legal semimove. A semimove is in the same group wherever it is legal.
    fn group(&self, semimove: Move) -> u32;
}
