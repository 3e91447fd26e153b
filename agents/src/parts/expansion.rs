//! The expansion of leaves: when they get children, and by which submoves.

mod semimoves;
mod whole_moves;

pub use semimoves::Semimoves;
pub use whole_moves::{RootOnly, WholeMoves};
