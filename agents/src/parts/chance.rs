//! How the tree treats chance.

mod nodes;

pub use nodes::{ExplicitNodes, OpenLoop, ProgressiveWidening};
