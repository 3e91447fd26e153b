//! The capability of games described in a rules language.

use crate::moves::Move;
use crate::position::Position;

/// A position of a game that is described in a rules language rather than written in Rust.
///
/// Anyone can write such a description, so its evaluation is bounded by limits and may fail. In return, the language allows reading a move
/// and changing the view faster than by listing all moves and parsing text.
pub trait Described: Position {
    /// Why the game cannot go on, if its description is at fault: it exceeded one of the limits that keep any description from running
    /// forever. A faulted position is over, but its score is meaningless and must not be counted as a draw.
    fn fault(&self) -> Option<String>;

    /// Marks the position as faulted, when a search for a whole move from here is abandoned after too many semimoves.
    fn give_up(&self);

    /// The legal whole move with this notation; `None` if it cannot be read directly and the caller must search all moves.
    fn read_move(&self, text: &str) -> Option<Vec<Move>>;

    /// Makes `target` equal to this nodal position under the view that `target` has, as [`Game::parse`](crate::Game::parse) would from the
    /// notation. Returns `false` and leaves `target` unchanged if that is impossible: it belongs to another game, or this position is
    /// intermediate or faulted.
    fn write_into(&self, target: &mut dyn Position) -> bool;
}
