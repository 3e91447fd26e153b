//! The traits of the parts: one for each phase of an iteration, for learning across iterations, and for the final move.
//!
//! One call per phase goes through a trait; inside a phase there is no virtual call per move.

mod selection;
mod expansion;
mod playout;
mod learner;
mod backup;

pub(crate) use backup::upwards;
pub use backup::{Backup, DescentEnd, ExpandedNode, Iteration, Step};
pub use expansion::{Chance, Expansion};
pub use learner::Learner;
pub(crate) use playout::finish_uniformly;
pub use playout::{PlayoutContext, PlayoutPolicy};
pub use selection::{FinalMove, Pick, Selection};
