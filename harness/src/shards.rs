//! One experiment on many machines: each plays a shard of the plan, and what they have played is merged.
//!
//! | to learn | read |
//! |---|---|
//! | which shard plays which task | [`plan::Deal`](crate::plan::Deal) |
//! | what a shard leaves in the run's directory | [`saved::shard::ShardFile`](crate::saved::shard::ShardFile) |
//! | playing a shard, with checkpoints | `attempt` |
//! | the files that shards have left | `folder` |
//! | merging them, and other run directories | `gather` |
//!
//! Machines do not talk to each other, and nothing but files that are renamed into place is shared. Two processes may work on the same shard at
//! the same time, as when a cluster starts a task again whose machine it lost: each has a file of its own, and their records are equal.

mod attempt;
mod folder;
mod gather;

pub use attempt::{Attempt, ShardError, ShardOutcome, dealable};
pub use folder::{SHARDS, shard_files};
pub use gather::{GatherError, GatherSummary, Source, experiment_of, gather, leave_looks};
