//! Groups of moves.

use crate::moves::Move;
use crate::position::Position;

/// A game that sorts its moves into groups, for searches that first choose a group and then one of its moves (move groups: Childs, Brodeur
/// and Kocsis, "Transpositions and move groups in Monte Carlo tree search", CIG 2008).
pub trait MoveGroups: Position {
    /// The number of the group of a legal semimove. A semimove is in the same group wherever it is legal.
    fn group(&self, semimove: Move) -> u32;
}
