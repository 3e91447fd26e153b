//! Positions in a few words.

use crate::position::Position;

/// A game whose positions fit into a few words, and whose players move in turn, one after the other in the order of their numbers, whatever is
/// played. For games in which a position takes longer to compute than to read: a search then keeps that of every node beside its tree.
pub trait Packed: Position {
    /// The number of words, at least one, the same for all positions of a game.
    fn words(&self) -> usize;

    /// Writes the position into `words`.
    fn pack(&self, words: &mut [u64]);

    /// Becomes the position that `words` hold, which was reached from the same start of the game.
    fn unpack(&mut self, words: &[u64]);
}
