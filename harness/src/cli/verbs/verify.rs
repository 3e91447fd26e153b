//! `bench verify`: plays stored tasks again and finds records that differ.

use super::Verb;
use crate::cli::args::experiment::stored_plan;
use crate::cli::{CliError, out};
use crate::kinds;
use crate::plan::{Plan, Task};
use crate::report::plural;
use crate::run::replay_all;
use crate::store::{Done, Store, physical_cores};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays stored tasks again and finds records that were rewritten or that this build plays differently.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench verify results/quickstart
  bench verify results/quickstart --games all --threads 8

The tasks are spread evenly over the cells. Every reproducible column is compared, among them the scores, the moves and their number.
Tasks with wall-time budgets cannot be replayed and are left out.
Exit codes: 0 identical, 1 different, 2 wrong input.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// How many stored tasks to play again, or `all`.
    #[arg(long, value_name = "N|all", default_value = "20", value_parser = games)]
    games: u64,
    /// Threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
}

/// Exit code: a task gave a different record.
const DIFFERENT: u8 = 1;
/// Different tasks that are listed.
const LISTED: usize = 20;

impl Verb for Args {
    const NAME: &'static str = "verify";

    fn run(self) -> Result<ExitCode, CliError> {
        let plan = stored_plan(&self.run)?;
        let store = Store::open_read_only(&self.run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let done = store.done(&plan).map_err(CliError::input)?;
        let tasks = spread(&plan, &done, self.games);
        if tasks.is_empty() {
            return Err(CliError::input(format!("`{}` holds no task that can be replayed", self.run.display())));
        }
        let threads = self.threads.map_or_else(physical_cores, usize::from);
        let (count, different) = replay_all(&plan, &store, &tasks, threads).map_err(CliError::input)?;
        let mut text = String::new();
        for (task, replayed) in different.iter().take(LISTED) {
            text += &format!("{}: different\n", plan.id(*task));
            text.extend(replayed.differences.iter().map(|difference| format!("  {difference}\n")));
        }
        if different.len() > LISTED {
            text += &format!("and {} more\n", different.len() - LISTED);
        }
        let all = plural(done.count(), "stored task");
        text += &match different.len() {
            0 => format!("{count} of {all} replayed: identical\n"),
            wrong => format!("{count} of {all} replayed: {wrong} different\n"),
        };
        out::print_prose(&text)?;
        Ok(if different.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
    }
}

/// Up to `most` finished tasks with counted budgets, spread evenly.
fn spread(plan: &Plan, done: &Done, most: u64) -> BTreeSet<Task> {
    let experiment = &plan.experiment;
    let counted: Vec<bool> = experiment.cells.iter().map(|cell| !experiment.kind.is_timed(cell)).collect();
    let finished = || plan.tasks().filter(|task| counted[task.cell as usize] && done.contains(*task));
    let all = finished().count() as u64;
    let most = most.min(all);
    // Task k of n is taken if a multiple of n/most falls on it.
    let taken = (0..all).map(|k| (k + 1) * most / all.max(1) > k * most / all.max(1));
    finished().zip(taken).filter(|(_, taken)| *taken).map(|(task, _)| task).collect()
}

fn games(text: &str) -> Result<u64, String> {
    if text == "all" {
        return Ok(u64::MAX >> 32);
    }
    text.parse().ok().filter(|&games| games > 0).ok_or_else(|| "expected a number above zero, or `all`".to_owned())
}
