//! The traits of the parts: one for each phase of an iteration, for learning across iterations, and for the final move. That of
//! [backup rules](super::Backup) is declared with what the parts need, for parts may bring such rules.
//!
//! One call per phase goes through a trait; inside a phase there is no virtual call per move.

mod selection;
mod expansion;
mod playout;
mod learner;

pub use expansion::{Chance, Expansion};
pub use learner::Learner;
pub(crate) use playout::finish_uniformly;
pub use playout::{PlayoutContext, PlayoutPolicy};
pub use selection::{FinalMove, Pick, Selection};
