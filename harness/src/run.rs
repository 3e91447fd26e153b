//! Plays the tasks of a plan that a run directory does not hold yet: tasks → rows, on threads.
//!
//! | to learn | read |
//! |---|---|
//! | the options of a run, its outcome and its errors; Ctrl-C | `options` |
//! | the threads of a run and how they end | `execute` |
//! | how busy the machine is | `load` |
//! | which task is played next | `queue` |
//! | what a worker does and keeps | `worker` |
//! | the state of a run that other threads read | `board` |
//! | the words of the display, fitted to a width | `display` |
//! | what is said on standard error | `say` |
//! | the display of progress, and the warning about tasks that take too long | `progress` |
//! | playing stored tasks again | `replay` |
//! | playing adjudicated games on | `adjudicated` |
//! | whether records of another build may be used | `trust` |
//! | why tasks failed | `reasons` |
//!
//! Under counted budgets, a row depends only on the plan's entry: not on the thread, the order, or what was played before.

mod options;
mod load;
mod execute;
mod queue;
mod worker;
mod board;
mod display;
mod say;
mod progress;
mod replay;
mod adjudicated;
mod blocks;
mod trust;
mod reasons;

pub use adjudicated::{AdjudicationCheck, PlayedOn, natural_ends};
pub use blocks::{BlockReplay, replay_blocks};
pub use execute::execute;
pub use options::{INTERRUPTED, Outcome, ProgressStyle, RunEnd, RunError, RunOptions, stop_on_ctrl_c};
pub use reasons::{Reason, reasons};
pub use replay::{Difference, ReplayedTask, referee_all, replay, replay_all};
pub(crate) use say::{columns, say};
pub use trust::{Trust, trust, trust_saved};
