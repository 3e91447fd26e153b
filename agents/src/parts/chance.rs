//! The treatment of chance in the tree.

mod nodes;

pub use nodes::{ExplicitNodes, OpenLoop, ProgressiveWidening};
