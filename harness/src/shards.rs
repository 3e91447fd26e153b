//! One experiment on many machines: each plays a shard of the plan, and the shards are merged.
//!
//! | to learn | read |
//! |---|---|
//! | which shard plays which task | [`plan::Deal`](crate::plan::Deal) |
//! | the file of a shard in the run's directory | [`saved::shard::ShardFile`](crate::saved::shard::ShardFile) |
//! | playing a shard, with checkpoints | `attempt` |
//! | the files of shards | `folder` |
//! | merging shards and other run directories | `gather` |
//!
//! Machines do not communicate; they share only files that are renamed into place. Two processes may play the same shard at the same time, for
//! instance if a cluster restarts a task whose machine it lost: each has its own file, and their records are equal.

mod attempt;
mod folder;
mod gather;

pub use attempt::{Attempt, ShardError, ShardOutcome, dealable};
pub use folder::{SHARDS, shard_files};
pub use gather::{GatherError, GatherSummary, Source, experiment_of, gather, leave_looks};
