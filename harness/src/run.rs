//! Plays the tasks of a plan that are missing from a run directory: tasks → rows, on threads.
//!
//! | to learn | read |
//! |---|---|
//! | the options of a run, its outcome and its errors; Ctrl-C and a time limit | `options` |
//! | the threads of a run and how they end | `execute` |
//! | whether the machine is free for budgets of wall time | `load` |
//! | binding workers to processors | `affinity` |
//! | which task is played next | `queue` |
//! | a worker and its state | `worker` |
//! | the state of a run that other threads read | `board` |
//! | the text of the display, fitted to a width | `display` |
//! | messages on standard error | `say` |
//! | the display of progress, and the warning about tasks that take too long | `progress` |
//! | playing stored tasks again | `replay` |
//! | continuing adjudicated games | `adjudicated` |
//! | reuse of another build's records | `trust` |
//! | why tasks failed | `reasons` |
//!
//! With counted budgets, a row depends only on the plan's entry, not on the thread, the order, or earlier games.

mod affinity;
mod options;
mod load;
mod execute;
mod queue;
mod worker;
mod shared_progress;
mod display;
mod messages;
mod progress;
mod replay;
mod natural_ends;
mod blocks;
mod trust;
mod failure_reasons;

pub use affinity::Affinity;
pub use blocks::{BlockReplay, replay_blocks};
pub use execute::execute;
pub use failure_reasons::{Reason, reasons};
pub use load::check_machine;
pub(crate) use messages::{columns, say};
pub use natural_ends::{AdjudicationCheck, NaturalEndResult, natural_ends};
pub use options::{INTERRUPTED, Outcome, ProgressStyle, RunEnd, RunError, RunOptions, stop_after, stop_on_ctrl_c};
pub use replay::{Difference, ReplayedTask, referee_all, replay, replay_all};
pub use trust::{Trust, trust, trust_saved};
