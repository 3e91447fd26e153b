//! The plan: a pure function of the experiment. Tasks are computed, not stored.

mod seeds;
mod task;

pub use seeds::{TaskSeed, task_seed};
pub use task::{Plan, Task};
