//! `bench replay`: plays a stored task again and compares the records.

use super::Verb;
use crate::cli::args::experiment::stored_plan;
use crate::cli::{CliError, out};
use crate::kinds;
use crate::run::{ReplayedTask, replay};
use crate::store::{Column, Row, Store};
use crate::view::drawings;
use std::path::PathBuf;
use std::process::ExitCode;

/// Plays a stored task again and compares the records.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench replay results/experiment 1a2b3c4d-17
  bench replay results/experiment 1a2b3c4d-17 --show

Exit codes: 0 identical, 1 different, 2 wrong input. Tasks with wall-time budgets may differ.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// The task's id, from `bench export`.
    task: String,
    /// Prints the record and the board after every move.
    #[arg(long)]
    show: bool,
}

/// Exit code: the task gave a different record.
const DIFFERENT: u8 = 1;

impl Verb for Args {
    const NAME: &'static str = "replay";

    fn run(self) -> Result<ExitCode, CliError> {
        let plan = stored_plan(&self.run)?;
        let task = plan.find(&self.task).map_err(CliError::input)?;
        let store = Store::open_read_only(&self.run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let Some(replayed) = replay(&plan, &store, task).map_err(CliError::input)? else {
            return Err(CliError::input(format!("task {} has not been played yet", self.task)));
        };
        let tasks = kinds::of(&plan.experiment).tasks();
        let mut text = if self.show { shown(tasks.columns(), &replayed.again) } else { String::new() };
        if self.show && tasks.are_games() {
            text += &drawings(&plan.experiment.cells[task.cell as usize], &replayed.again).map_err(CliError::input)?;
        }
        text += &verdict(&self.task, &replayed);
        out::print(&text)?;
        Ok(if replayed.differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
    }
}

fn shown(columns: &[Column], row: &Row) -> String {
    let width = columns.iter().map(|column| column.name.len()).max().unwrap_or(0);
    columns.iter().zip(row).map(|(column, field)| format!("{:width$}  {}\n", column.name, field)).collect()
}

fn verdict(task: &str, replayed: &ReplayedTask) -> String {
    if replayed.differences.is_empty() {
        return format!("{task}: identical\n");
    }
    let mut lines = format!("{task}: different\n");
    for difference in &replayed.differences {
        lines += &format!("  {difference}\n    stored {}\n    now    {}\n", difference.stored, difference.again);
    }
    lines
}
