//! How an iteration is played to its end below the tree.

mod random;
mod guided;
mod knowing;

pub use guided::{Choice, ChoiceRule, Guided};
pub use knowing::Knowing;
pub use random::Uniform;
pub(crate) use random::{LongPlayouts, OtherView};
