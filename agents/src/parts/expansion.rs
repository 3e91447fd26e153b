//! When a leaf gets children, and which submoves lead to them.

mod semimoves;
mod whole_moves;

pub use semimoves::{RootOnly, Semimoves};
pub use whole_moves::WholeMoves;

use crate::search::Edges;
use treebench_games::{Position, Scratch};

/// An expansion rule. Asked when a descent meets a player's node without children.
pub trait Expansion: Send {
    /// Whether a node gets children now; `visits` counts the earlier visits, `depth` the edges from the root. The root always grows.
    fn grows(&self, visits: u32, depth: usize) -> bool;

    /// Whether all submoves that it lists are single semimoves.
    fn is_by_semimove(&self) -> bool {
        false
    }

    /// Lists the submoves from a position into `edges` (given empty). None means a dead end, or the end of the game in a nodal position.
    fn list(&mut self, position: &dyn Position, scratch: &mut Scratch, edges: &mut Edges);
}
