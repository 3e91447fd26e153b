//! Plays what a plan has and a run directory has not yet: tasks → rows, on threads.
//!
//! | to learn | read |
//! |---|---|
//! | what a caller may ask for and gets back; Ctrl-C | `options` |
//! | the threads of a run and how they end | `execute` |
//! | the queue of tasks; what a worker does and keeps | `worker` |
//! | what other threads may read while it runs | `board` |
//! | what is shown meanwhile, and the warning about tasks that take too long | `progress` |
//! | playing stored tasks again | `replay` |
//! | whether records of another build may be used | `trust` |
//!
//! A row depends on the plan's entry alone (for counted budgets): not on the thread, the order, or what was played before.

mod options;
mod execute;
mod worker;
mod board;
mod progress;
mod replay;
mod trust;

pub use execute::execute;
pub use options::{INTERRUPTED, Outcome, ProgressStyle, RunEnd, RunError, RunOptions, stop_on_ctrl_c};
pub(crate) use progress::say;
pub use replay::{Difference, Replayed, replay, replay_all};
pub use trust::{Trust, trust, trust_saved};
