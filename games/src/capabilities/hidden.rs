//! Outcomes that are settled before the first move but hidden from all players.

use crate::moves::Move;
use crate::position::Position;
use crate::rng::Rng;

/// A game of chance whose outcomes are settled before the first move, such as the order of shuffled pieces.
///
/// Such a game can be run in two equivalent ways: by drawing each outcome when it is needed, or by dealing once and revealing. Dealing lets
/// both games of a pair share the same shuffle whatever is played. Only the code that runs a game may use it: agents never see a deal.
/// Dice, which are rolled when needed, are not hidden in this sense.
pub trait Hidden: Position {
    /// Draws everything that is hidden into `deal` (emptied first). Called at the start of a game; playing by the deal gives every
    /// sequence of outcomes the same probability as drawing one outcome after the other.
    fn deal(&self, rng: &mut Rng, deal: &mut Vec<Move>);

    /// The outcome of chance here under this deal, whatever was played before; `None` if the deal does not settle it.
    fn dealt(&self, deal: &[Move]) -> Option<Move>;
}
