//! What only games described in a rules language need.

use crate::moves::Move;
use crate::position::Position;

/// A position of a game that is described in a rules language rather than written in Rust.
///
/// Anyone can write such a description, so evaluating it is bounded by limits and may fail. In return the language offers ways to
/// read a move and to change the view that are faster than listing all moves and parsing text.
pub trait Described: Position {
    /// Why the game cannot go on, if it is the fault of its description: a limit was exceeded that keeps any description from running
    /// for ever. A faulted position is over, but its score is meaningless, and it must not be counted as a draw.
    fn fault(&self) -> Option<String>;

    /// Makes the position faulted: a search for a whole move from here was given up because it tried too many semimoves.
    fn give_up(&self);

    /// The legal whole move with this notation; `None` if it cannot be read this way, and a search among all moves is needed.
    fn read_move(&self, text: &str) -> Option<Vec<Move>>;

    /// Makes `target` equal to this nodal position under the view that `target` has, as [`Game::parse`](crate::Game::parse) would from
    /// the notation. Gives `false` and leaves `target` alone if that is impossible: it belongs to another game, or this position is
    /// intermediate or faulted.
    fn write_into(&self, target: &mut dyn Position) -> bool;
}
