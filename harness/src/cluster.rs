//! Runs the shards of an experiment on an existing cluster engine: Slurm, HyperQueue, GNU parallel, or processes on this machine.
//!
//! `bench submit` writes a job script from a template, which is plain text that a user can read and replace, and starts it. The files of the job are
//! in the folder `jobs` of the run directory:
//!
//! | file | content |
//! |---|---|
//! | `ENGINE.sh` | the job script, as it was submitted |
//! | `shards.txt` | one line per task of the job: the shards that it plays |
//! | `merge.sh` | the script that merges the shards and writes the report |
//! | `job.json` | the engine, the number of shards, and the names that the engine assigned |
//!
//! | to learn | read |
//! |---|---|
//! | the engines, and what they are asked | `engine` |
//! | which shards are missing, and how many a task of the job plays | `folding` |
//! | filling in a template | `template` |
//! | the files above | `job` |
//! | the start of a job | `start` |
//! | the default number of shards | `advice` |

mod advice;
mod engine;
mod folding;
mod job;
mod start;
mod template;

pub use advice::{SHARD_SECONDS, advised_shards};
pub use engine::Engine;
pub use folding::{ShardState, fold, missing, states};
pub use job::{JOBS, Job, JobPlan, JobScripts};
pub use template::{Substitution, TemplateError, fill};
