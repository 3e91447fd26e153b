//! The first line of a shard file.

use crate::plan::{Plan, Shard};
use crate::store::{Build, Host};
use serde::{Deserialize, Serialize};

/// The format that this version writes, and the only one that it reads.
const FORMAT: u32 = 1;

/// What a shard file says of itself.
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
    /// Hash of the executable, version, commit, compiler and host, as [`Build`] has them.
    pub build: [String; 5],
    /// The processor's model.
    pub cpu: String,
    /// The names of the columns of a record.
    pub columns: Vec<String>,
    /// The experiment with every default written out.
    pub resolved: String,
}

impl ShardHeader {
    /// The header of what this process plays.
    pub fn new(plan: &Plan, shard: Shard, attempt: &str, build: &Build, columns: &[crate::store::Column]) -> ShardHeader {
        let experiment = &plan.experiment;
        let Build { executable, version, commit, toolchain, host } = build.clone();
        ShardHeader {
            treebench_shard_file: FORMAT,
            experiment: experiment.name.clone(),
            kind: experiment.kind.name().to_owned(),
            seed: experiment.seed,
            plan: plan.fingerprint(),
            shard: shard.number,
            of: shard.of,
            attempt: attempt.to_owned(),
            build: [executable, version, commit, toolchain, host],
            cpu: Host::here().cpu,
            columns: columns.iter().map(|column| column.name.to_owned()).collect(),
            resolved: experiment.resolved_toml.clone(),
        }
    }

    /// The shard that was played.
    pub fn shard(&self) -> Shard {
        Shard { number: self.shard, of: self.of }
    }

    /// The build that played.
    pub fn build(&self) -> Build {
        let [executable, version, commit, toolchain, host] = self.build.clone();
        Build { executable, version, commit, toolchain, host }
    }

    /// Reads the first line of a file.
    ///
    /// # Errors
    /// If it is no header, or one of another format.
    pub(super) fn parse(json: &str) -> Result<ShardHeader, String> {
        let header: ShardHeader =
            serde_json::from_str(json).map_err(|error| format!("its first line is not that of a shard file ({error})"))?;
        match header.treebench_shard_file {
            FORMAT => Ok(header),
            other => Err(format!("it has format {other}, and this version of bench knows format {FORMAT} only")),
        }
    }
}
