//! The first line of a shard file.

use crate::plan::{Plan, Shard};
use crate::saved::{FORMAT, format};
use crate::store::{Build, Column, Host};
use serde::{Deserialize, Serialize};

/// What a shard file says of itself. The first key is what such a file is recognised by.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShardHeader {
    treebench_shard_file: u32,
    /// The experiment's name.
    pub experiment: String,
    /// The kind's name.
    pub kind: String,
    /// The experiment's seed.
    pub seed: u64,
    /// What [`Plan::fingerprint`] gives: two plans with the same one play the same tasks.
    pub plan: String,
    /// The number of the shard, from 1.
    pub shard: u32,
    /// The number of shards.
    pub of: u32,
    /// Who played: different for every process that ever worked on the shard.
    pub attempt: String,
    /// The build that played.
    pub build: Build,
    /// The processor's model.
    pub cpu: String,
    /// The names of the columns of a record, those of [`SavedTask`](super::SavedTask) first.
    pub columns: Vec<String>,
    /// The experiment with every default written out.
    pub resolved: String,
    /// The hashes of its hypotheses and of its rule of `[stop]`; missing in files of earlier versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hypotheses: Option<Vec<String>>,
}

impl ShardHeader {
    /// The header of what this process plays.
    pub fn new(plan: &Plan, shard: Shard, attempt: &str, build: &Build, columns: &[Column]) -> ShardHeader {
        let experiment = &plan.experiment;
        ShardHeader {
            treebench_shard_file: FORMAT,
            experiment: experiment.name.clone(),
            kind: experiment.kind.name.to_owned(),
            seed: experiment.seed,
            plan: plan.fingerprint(),
            shard: shard.number,
            of: shard.of,
            attempt: attempt.to_owned(),
            build: build.clone(),
            cpu: Host::here().cpu,
            columns: super::columns(columns).iter().map(|column| column.name.to_owned()).collect(),
            resolved: experiment.resolved_toml.clone(),
            hypotheses: Some(experiment.statements().collect()),
        }
    }

    /// The shard that was played.
    pub fn shard(&self) -> Shard {
        Shard { number: self.shard, of: self.of }
    }

    /// Reads the first line of a file.
    ///
    /// # Errors
    /// If it is no header, or one of another format.
    pub(super) fn parse(json: &str) -> Result<ShardHeader, String> {
        let no_header = |error: serde_json::Error| format!("its first line is not that of a shard file ({error})");
        let value: serde_json::Value = serde_json::from_str(json).map_err(no_header)?;
        format::check(value["treebench_shard_file"].as_i64(), "merge it with the version that wrote it")?;
        serde_json::from_value(value).map_err(no_header)
    }
}
