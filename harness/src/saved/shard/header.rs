//! The first line of a shard file.

use crate::plan::{Plan, Shard};
use crate::saved::{FORMAT, format};
use crate::store::{Build, Column, History, Host};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The description of a shard file. Its first key identifies the format.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ShardHeader {
    treebench_shard_file: u32,
    /// The experiment's name.
    pub experiment: String,
    /// The kind's name.
    pub kind: String,
    /// The experiment's seed.
    pub seed: u64,
    /// The [`Plan::fingerprint`]: plans with the same one play the same tasks.
    pub plan: String,
    /// The number of the shard, from 1; 0 for a file of looks, which holds no records.
    pub shard: u32,
    /// The number of shards.
    pub of: u32,
    /// The name of the attempt, different for every process that ever worked on the shard.
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
    /// The histories of cells before its records were played, by cell key; cells without an entry have no history. Missing in files of earlier
    /// versions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub histories: Option<BTreeMap<String, History>>,
}

impl ShardHeader {
    /// The header of what this process plays; without a shard, of the looks at what others have played.
    pub fn new(plan: &Plan, shard: Option<Shard>, attempt: &str, build: &Build, columns: &[Column]) -> ShardHeader {
        let experiment = &plan.experiment;
        ShardHeader {
            treebench_shard_file: FORMAT,
            experiment: experiment.name.clone(),
            kind: experiment.kind.name.to_owned(),
            seed: experiment.seed,
            plan: plan.fingerprint(),
            shard: shard.map_or(0, |shard| shard.number),
            of: shard.map_or(0, |shard| shard.of),
            attempt: attempt.to_owned(),
            build: build.clone(),
            cpu: Host::here().cpu,
            columns: super::columns(columns).iter().map(|column| column.name.to_owned()).collect(),
            resolved: experiment.resolved_toml.clone(),
            hypotheses: Some(experiment.statements().collect()),
            histories: Some(BTreeMap::new()),
        }
    }

    /// The same with what has happened to the plan's cells.
    #[must_use]
    pub fn with_histories(self, plan: &Plan, histories: Vec<History>) -> ShardHeader {
        let named = plan.experiment.cells.iter().map(|cell| cell.key.to_string()).zip(histories);
        ShardHeader { histories: Some(named.filter(|(_, history)| *history != History::begun()).collect()), ..self }
    }

    /// The shard that was played; `None` for a file that holds the looks at others.
    pub fn shard(&self) -> Option<Shard> {
        (self.shard > 0).then_some(Shard { number: self.shard, of: self.of })
    }

    /// Reads the first line of a file.
    ///
    /// # Errors
    /// If it is no header, or one of another format.
    pub(super) fn parse(json: &str) -> Result<ShardHeader, String> {
        let no_header = |error: serde_json::Error| format!("its first line is not a shard header ({error})");
        let value: serde_json::Value = serde_json::from_str(json).map_err(no_header)?;
        format::check(value["treebench_shard_file"].as_i64(), "merge it with the version that wrote it")?;
        serde_json::from_value(value).map_err(no_header)
    }
}
