//! Playouts: the part of an iteration below the tree.

mod random;
mod guided;
mod knowledge;

pub use guided::{Choice, ChoiceRule, GuidedPlayout};
pub use knowledge::KnowledgePlayout;
pub use random::Uniform;
pub(crate) use random::{LongPlayouts, OtherView};
