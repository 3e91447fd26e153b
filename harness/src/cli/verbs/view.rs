//! `bench view`: writes a page that steps through stored games.

use super::Verb;
use crate::cli::args::experiment::{keep_look, stored_plan};
use crate::cli::{CliError, out};
use crate::kinds;
use crate::plan::{Plan, Task};
use crate::report::plural;
use crate::store::Store;
use crate::view::{PageRequest, stored};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use treebench_reports::games::PAGE;

/// Writes a page that steps through stored games.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench view results/experiment
  bench view results/experiment 1a2b3c4d-17 1a2b3c4d-18
  bench view results/experiment 1a2b --search --out why.html

The page is one file that needs no server and no network. Without cells or tasks it shows the failed, lost, drawn, longest and shortest
games of every cell first, then others. Links into it: #game=17&ply=23, where a game is its number on the page or its task.
With `[match] keep = \"search\"` it shows the search of each turn; --search replays games to obtain it.")]
pub(crate) struct Args {
    /// The run directory.
    run: PathBuf,
    /// Tasks by their ids, or cells by digits with which their keys begin, from `bench export` [default: games of all cells].
    #[arg(value_name = "CELL|TASK")]
    what: Vec<String>,
    /// The maximum number of games, unless cells or tasks are named.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    most: u32,
    /// Plays the games again where it was not kept what their searches found. Timed budgets give other games, which are not shown.
    #[arg(long)]
    search: bool,
    /// The page to write [default: games.html in the run directory].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Verb for Args {
    const NAME: &'static str = "view";

    fn run(self) -> Result<ExitCode, CliError> {
        let plan = stored_plan(&self.run)?;
        let kind = kinds::of(&plan.experiment);
        if !kind.tasks().are_games() {
            return Err(CliError::input(format!("runs of kind `{}` store no games to look at", plan.experiment.kind.name)));
        }
        let store = Store::open_read_only(&self.run, kind.table()).map_err(CliError::input)?;
        let asked = PageRequest { tasks: named(&plan, &self.what)?, most: self.most as usize, search: self.search };
        let (page, left_out) = stored(&plan, &store, &asked).map_err(CliError::input)?;
        if page.games.is_empty() {
            return Err(CliError::input("none of these games are stored; `bench run` plays them"));
        }
        let path = self.out.unwrap_or_else(|| self.run.join(PAGE));
        let (dir, name) = (path.parent().unwrap_or(Path::new("")), path.file_name().unwrap_or_default().to_string_lossy());
        page.write(dir, &name).map_err(CliError::input)?;
        keep_look(&self.run, &plan);
        let more = if left_out > 0 { format!(" ({left_out} more are stored; name cells or tasks to see them)") } else { String::new() };
        out::print(&format!("{} on {}{more}\n", plural(page.games.len() as u64, "game"), path.display()))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// The tasks that these arguments name.
fn named(plan: &Plan, words: &[String]) -> Result<BTreeSet<Task>, CliError> {
    let mut tasks = BTreeSet::new();
    for word in words {
        if word.contains('-') {
            tasks.insert(plan.find(word).map_err(CliError::input)?);
            continue;
        }
        let digits = word.to_ascii_lowercase();
        let cells = plan.experiment.cells.iter().zip(0..).filter(|(cell, _)| cell.key.to_string().starts_with(&digits));
        let before = tasks.len();
        for (_, cell) in cells {
            tasks.extend((0..plan.experiment.games_per_cell).map(|number| Task { cell, number }));
        }
        if tasks.len() == before {
            return Err(CliError::input(format!(
                "`{word}` is neither a task, as in `1f00ab12cd34-7`, nor a prefix of a cell's key (`bench export` prints them)"
            )));
        }
    }
    Ok(tasks)
}
