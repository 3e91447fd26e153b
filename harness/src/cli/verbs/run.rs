//! `bench run`: plays the missing tasks of an experiment and writes its report.

use super::Verb;
use crate::cli::args::playing::{PlayArgs, play_config};
use crate::cli::args::shard::{ShardArgs, play_shard};
use crate::cli::args::write_report::{beginning, make_report, saved_report, write_report};
use crate::cli::{CliError, out};
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays the missing tasks of an experiment and writes its report.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench run experiment.toml
  bench run experiment.toml --threads 8 --set experiment.games-per-cell=1000
  bench run experiment.toml --out /scratch/run --fail-fast
  bench run experiment.toml --for 10min
  bench run experiment.toml --set 'only={game=\"breakthrough\"}'
  bench run experiment.toml --results experiment.csv
  bench run experiment.toml --shard 3/40 --out /shared/run   (then: bench merge /shared/run --into results/run)

Running the command again plays only missing tasks. Ctrl-C finishes the running games; pressed twice, it stops at once. --for does the same after a time.
Exit codes: 0 done, 2 wrong input, a directory that cannot be written, or too many failures (--fail-fast, --max-failures),
4 done, but some tasks failed and have no result, 130 interrupted, also by --for.")]
pub(crate) struct Args {
    #[command(flatten)]
    play: PlayArgs,
    /// Keeps what is finished in a CSV file that is small enough to be committed: tasks in it are not played again, and new ones are
    /// added to it every minute and at the end.
    #[arg(long, value_name = "FILE", conflicts_with = "fresh")]
    results: Option<PathBuf>,
    #[command(flatten)]
    shard: ShardArgs,
    /// Writes no report. An interrupted run writes none either.
    #[arg(long)]
    no_report: bool,
}

impl Verb for Args {
    const NAME: &'static str = "run";

    fn run(self) -> Result<ExitCode, CliError> {
        if let Some(shard) = self.shard.shard {
            return play_shard(&self.play, &self.shard, shard);
        }
        let played = play_config(&self.play, self.results.as_deref())?;
        if let Some(saved) = &played.saved {
            out::print(&format!("saved in {}: `bench report --results {0}` draws the report\n", saved.path().display()))?;
        }
        if !played.complete {
            // Scores that were shown could decide whether it is gone on with.
            out::print_prose("`bench report` shows the scores so far, which counts as a look at the results\n")?;
        } else if !self.no_report {
            let finished = played.saved.as_ref().map(|saved| saved.saved_tasks(&played.plan, false).done);
            played.store.look(&played.plan, finished.as_ref()).map_err(CliError::input)?;
            if let Some(saved) = &played.saved {
                saved.update(&played.store, true).map_err(CliError::input)?;
            }
            let report = match &played.saved {
                Some(saved) => saved_report(saved, Some(&played.store))?,
                None => make_report(&played.plan, &played.store)?,
            };
            let page = write_report(&report, &played.dir, &[])?;
            out::print(&format!("\n{}\nreport: {}\n", beginning(&report), page.display()))?;
        }
        Ok(played.code)
    }
}
