//! A semimove: the smallest step of a game.

/// One semimove, or one outcome of chance. Only the game that made it can interpret its bits.
///
/// A game may use the lower 63 bits; the tree marks the end of a submove with the highest one.
/// The same semimove of the same game (under one view) has the same bits in every position in which it is legal, so that
/// action-based statistics may use it as their key.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Move(pub u64);

impl Move {
    /// The number of bits that a game may use.
    pub const BITS: u32 = 63;
}

impl From<u64> for Move {
    fn from(bits: u64) -> Self {
        Move(bits)
    }
}
