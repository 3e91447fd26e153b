//! Plays one shard of an experiment, for `bench run --shard`.

use super::playing::{PlayArgs, PreparedRun};
use crate::cli::error::FAILED;
use crate::cli::{CliError, out};
use crate::plan::Shard;
use crate::probe::read_rates;
use crate::run::{INTERRUPTED, RunEnd, stop_after, stop_on_ctrl_c};
use crate::shards::{Attempt, ShardOutcome};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

/// Which shard is played, and where.
#[derive(clap::Args, Debug)]
pub(crate) struct ShardArgs {
    /// Plays only one of N equal parts of the plan, as in 3/40, and leaves a file in the folder `shards` of the run directory; `bench merge` puts
    /// the parts together.
    #[arg(long, value_name = "K/N", conflicts_with_all = ["results", "fresh", "retry_failed"])]
    pub(crate) shard: Option<Shard>,
    /// Where a shard is played before its file is moved into the run directory: a disk of this machine [default: the directory for
    /// temporary files].
    #[arg(long, value_name = "DIR", requires = "shard")]
    scratch: Option<PathBuf>,
    /// How often a shard moves what it has played into the run directory, in seconds.
    #[arg(long, value_name = "SECONDS", requires = "shard", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..))]
    checkpoint: u32,
}

/// Plays the missing tasks of a shard.
pub(crate) fn play_shard(args: &PlayArgs, how: &ShardArgs, shard: Shard) -> Result<ExitCode, CliError> {
    let prepared = PreparedRun::load(args, None)?;
    prepared.check()?;
    let PreparedRun { plan, dir, rates, options, time_limit, .. } = prepared;
    if read_rates(&dir) != rates {
        return Err(CliError::input(format!(
            "the rates of `states-as` were measured just now and would differ between shards; set them in [calibration] \
             states-per-second, or start the run in `{}` without --shard first",
            dir.display()
        )));
    }
    stop_on_ctrl_c(&options.stop);
    time_limit.map_or(Ok(()), |time| stop_after(&options.stop, time)).map_err(CliError::input)?;
    let attempt = Attempt::new(&plan, shard, &dir, how.scratch.as_deref()).map_err(CliError::input)?;
    let ShardOutcome { run, records, file } =
        attempt.play(&options, Duration::from_secs(how.checkpoint.into())).map_err(CliError::input)?;
    let failed = run.failures + run.failed_before;
    let mut text = format!("shard {shard}: {} of {} tasks played", run.played, run.planned);
    if run.done_before > 0 {
        text += &format!(", {} already stored", run.done_before);
    }
    if failed > 0 {
        text += &format!(", {failed} of them failed");
    }
    text += &format!("; {records} records in {}\n", file.display());
    out::print(&text)?;
    match run.end {
        RunEnd::Complete if failed == 0 => Ok(ExitCode::SUCCESS),
        RunEnd::Complete => Ok(ExitCode::from(FAILED)),
        RunEnd::Stopped => {
            out::print("stopped before the end; run the same command again to play the rest\n")?;
            Ok(ExitCode::from(INTERRUPTED))
        }
        RunEnd::Failed { task, message } => {
            Err(CliError::input(format!("the shard ended after {failed} failures; the last was task {task}: {message}")))
        }
    }
}
