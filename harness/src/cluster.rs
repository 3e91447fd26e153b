//! Hands the shards of an experiment to an engine that a lab already has: Slurm, HyperQueue, GNU parallel, or processes on this machine.
//!
//! `bench submit` writes a job script from a template, which is plain text that a user can read and replace, and starts it. All that the job
//! needs lies in the folder `jobs` of the run directory:
//!
//! | file | what it holds |
//! |---|---|
//! | `ENGINE.sh` | the job script, as it was submitted |
//! | `shards.txt` | a line for every task of the job: the shards that it plays |
//! | `merge.sh` | the script that merges what the shards have left, and writes the report |
//! | `job.json` | which engine it was, how many shards, and the names that the engine gave |
//!
//! | to learn | read |
//! |---|---|
//! | which engines there are, how they are started and asked | `engine` |
//! | which shards are still to be played, and how many a task of the job plays | `folding` |
//! | filling in a template | `template` |
//! | the files above | `job` |
//! | the default number of shards | `advice` |

mod advice;
mod engine;
mod folding;
mod job;
mod template;

pub use advice::{SHARD_SECONDS, advised_shards};
pub use engine::Engine;
pub use folding::{ShardState, fold, missing, states};
pub use job::{JOBS, Job, JobPlan, JobScripts};
pub use template::{Substitution, TemplateError, fill};
