//! The progress of the shards of a run, from their files.

use crate::cli::CliError;
use crate::cli::args::experiment::stored_plan;
use crate::cluster::{Engine, Job, ShardState, states};
use crate::shards::SHARDS;
use serde_json::json;
use std::fmt;
use std::path::Path;
use treebench_games::params::ParamChoice as _;

/// The unfinished shards that are named.
const NAMED: usize = 10;

/// The shards of a run that was submitted.
pub(super) struct SubmittedShards {
    states: Vec<ShardState>,
    /// The answer of the engine.
    engine: Option<String>,
}

impl SubmittedShards {
    /// The shards of a run; `None` if it was not submitted.
    pub(super) fn of(run: &Path) -> Result<Option<SubmittedShards>, CliError> {
        // What is no folder has no jobs; whoever reads the run says so.
        let Some(job) = run.is_dir().then(|| Job::last(run)).transpose().map_err(CliError::input)?.flatten() else { return Ok(None) };
        let states = states(&stored_plan(run)?, &run.join(SHARDS), job.shards).map_err(CliError::input)?;
        let engine = Engine::from_word(&job.engine).and_then(|engine| engine.ask(&job.names));
        Ok(Some(SubmittedShards { states, engine }))
    }

    fn finished(&self) -> usize {
        self.states.iter().filter(|state| state.finished).count()
    }

    fn sum(&self, of: impl Fn(&ShardState) -> u64) -> u64 {
        self.states.iter().map(of).sum()
    }

    pub(super) fn json(&self) -> serde_json::Value {
        let shard = |state: &ShardState| {
            let ShardState { shard, tasks, played, attempts, finished } = state;
            json!({ "shard": shard.number, "tasks": tasks, "played": played, "attempts": attempts, "finished": finished })
        };
        json!({ "engine": self.engine, "finished": self.finished(), "all": self.states.iter().map(shard).collect::<Vec<_>>() })
    }
}

impl fmt::Display for SubmittedShards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (finished, all) = (self.finished(), self.states.len());
        let (played, tasks) = (self.sum(|state| state.played), self.sum(|state| state.tasks));
        writeln!(f, "{finished} of {all} shards are finished; {played} of {tasks} tasks are played, according to the shard files")?;
        let open: Vec<&ShardState> = self.states.iter().filter(|state| !state.finished).collect();
        let named: Vec<String> = open.iter().take(NAMED).map(|s| format!("{} ({} of {})", s.shard, s.played, s.tasks)).collect();
        if !named.is_empty() {
            writeln!(f, "not finished: {}{}", named.join(", "), if open.len() > NAMED { " …" } else { "" })?;
        }
        self.engine.as_ref().map_or(Ok(()), |said| writeln!(f, "{said}"))
    }
}
