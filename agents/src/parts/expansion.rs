//! When a leaf gets children, and which submoves lead to them.

mod semimoves;
mod whole_moves;

pub use semimoves::Semimoves;
pub use whole_moves::{RootOnly, WholeMoves};
