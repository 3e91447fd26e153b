//! `bench verify`: referees all stored games from their moves, and plays a sample of the tasks again; of a results file, blocks of them.

use super::Verb;
use crate::cli::args::experiment::stored_plan;
use crate::cli::{CliError, out};
use crate::kinds::{self, NaturalEnd};
use crate::plan::{Plan, Task};
use crate::report::plural;
use crate::results::{ResultsFile, contradiction};
use crate::run::{BlockReplay, natural_ends, referee_all, replay_all, replay_blocks};
use crate::store::{Build, FinishedTasks, PROVENANCE, Ranges, Store, StoreError, deleted_rows, invocations, physical_cores};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use treebench_games::Rng;
use treebench_stats::{Estimate, Moments, Z95};

/// Finds stored records that were rewritten, or that this build plays differently.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench verify results/experiment
  bench verify results/experiment --games all --threads 8
  bench verify --results experiment.csv --games 500
  bench verify results/experiment --check-adjudication 50

Every stored game is refereed again from its moves, without its agents: legality, seats, seed, opening, ending, scores. This detects edited scores,
also under budgets of time. It also reports records removed after the run was looked at, deleted rows of cells and hypotheses, and
builds that no invocation of the run names.
Then randomly chosen tasks, at least one per cell if --games allows, are replayed, and every reproducible column is
compared. Tasks with wall-time budgets cannot be replayed and are skipped. --draw repeats a choice.
A results file has no individual games, but the points and a hash of the tasks of every block: 0 and 1, 2 and 3, 4 to 7, 8 to 15 and so on.
Randomly chosen blocks are replayed whole, as many as --games allows, which detects edited counts. If they cover all tasks of a
cell, every reproducible column of its row is compared.
Exit codes: 0 identical, 1 different, 2 wrong input.")]
pub(crate) struct Args {
    /// The run directory.
    #[arg(required_unless_present = "results", conflicts_with = "results")]
    run: Option<PathBuf>,
    /// Plays tasks of a results file again instead.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// How many stored tasks to play again, or `all`.
    #[arg(long, value_name = "N|all", default_value = "20", value_parser = games)]
    games: u64,
    /// Plays up to N adjudicated games, drawn at random, on to their natural end, and counts those that end otherwise.
    #[arg(long, value_name = "N", conflicts_with_all = ["results", "games"], value_parser = clap::value_parser!(u64).range(1..))]
    check_adjudication: Option<u64>,
    /// Seed of the draw [default: from the system].
    #[arg(long, value_name = "SEED")]
    draw: Option<u64>,
    /// Threads [default: one per core].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=4096))]
    threads: Option<u16>,
}

/// Exit code: a record contradicts its moves, or a task gave a different record.
const DIFFERENT: u8 = 1;
/// The maximum number of tasks that are listed.
const LISTED: usize = 20;

impl Verb for Args {
    const NAME: &'static str = "verify";

    fn run(self) -> Result<ExitCode, CliError> {
        if let Some(file) = &self.results {
            return self.blocks(file);
        }
        let run = self.run.clone().unwrap_or_default();
        let plan = stored_plan(&run)?;
        let store = Store::open_read_only(&run, kinds::of(&plan.experiment).table()).map_err(CliError::input)?;
        let done = store.done(&plan).map_err(CliError::input)?;
        if done.count() == 0 {
            return Err(CliError::input(format!("`{}` holds no task of its plan", run.display())));
        }
        let threads = self.threads.map_or_else(physical_cores, usize::from);
        if let Some(most) = self.check_adjudication {
            return self.natural(&plan, &store, most, threads);
        }
        let all = plural(done.count(), "stored task");

        let wrong = referee_all(&plan, &store, threads).map_err(CliError::input)?;
        let mut text = listed(wrong.iter().map(|(task, reason)| format!("{}: {reason}\n", plan.id(*task))));
        text += &match wrong.len() {
            0 => format!("{all} refereed: no contradiction\n"),
            count => format!(
                "{all} refereed: {} their own moves or the plan\n",
                if count == 1 { "1 contradicts".to_owned() } else { format!("{count} contradict") }
            ),
        };

        let gone = missing(&plan, &store).map_err(CliError::input)?;
        text += &listed(gone.iter().map(|line| format!("{line}\n")));
        text += &strangers(&plan, &store).map_err(CliError::input)?;

        let draw = self.drawn();
        let sample = drawn(&plan, &done, self.games, draw);
        let (count, different) = replay_all(&plan, &store, &sample, threads).map_err(CliError::input)?;
        text += &listed(different.iter().map(|(task, replayed)| {
            let differences: String = replayed.differences.iter().map(|difference| format!("  {difference}\n")).collect();
            format!("{}: different\n{differences}", plan.id(*task))
        }));
        let drawn = if count < done.count() && count > 0 { format!(" (--draw {draw} repeats this choice)") } else { String::new() };
        text += &match (count, different.len()) {
            (0, _) => "none of them can be replayed: their budgets are times\n".to_owned(),
            (_, 0) => format!("{count} of {all} replayed: identical{drawn}\n"),
            (_, wrong) => format!("{count} of {all} replayed: {wrong} different{drawn}\n"),
        };
        out::print_prose(&text)?;
        Ok(if wrong.is_empty() && gone.is_empty() && different.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERENT) })
    }
}

impl Args {
    /// The seed of the draw.
    fn drawn(&self) -> u64 {
        self.draw.unwrap_or_else(|| RandomState::new().hash_one(0))
    }

    /// Continues adjudicated games.
    fn natural(&self, plan: &Plan, store: &Store, most: u64, threads: usize) -> Result<ExitCode, CliError> {
        let ends = natural_ends(plan, store, most, self.drawn(), threads).map_err(CliError::input)?;
        let natural: Vec<(Task, &NaturalEnd)> = ends.games.iter().filter_map(|(task, end)| Some((*task, end.as_ref().ok()?))).collect();
        let wrong: Vec<&(Task, &NaturalEnd)> = natural.iter().filter(|(_, game)| game.recorded != game.natural).collect();
        let scores = |scores: &[f64]| scores.iter().map(f64::to_string).collect::<Vec<_>>().join(" : ");
        let mut text = listed(wrong.iter().map(|(task, game)| {
            format!("{}: adjudicated {}, played on {}\n", plan.id(*task), scores(&game.recorded), scores(&game.natural))
        }));
        let endless = ends.games.iter().filter_map(|(task, end)| Some((*task, end.as_ref().err()?)));
        let endless: Vec<String> = endless.map(|(task, why)| format!("{}: no natural end: {why}\n", plan.id(task))).collect();
        let without = endless.len();
        text += &listed(endless.into_iter());
        let mut misjudged = Moments::default();
        natural.iter().for_each(|(_, game)| misjudged.push(f64::from(u8::from(game.recorded != game.natural))));
        let misjudged = Estimate::of_games(&misjudged);
        text += &match ends.adjudicated {
            0 => "no game was adjudicated\n".to_owned(),
            all => {
                let share = if natural.is_empty() {
                    String::new()
                } else {
                    let (low, high) = misjudged.interval(Z95);
                    format!(" ({:.1} %, 95 % interval {:.1} to {:.1} %)", 100.0 * misjudged.mean, 100.0 * low, 100.0 * high)
                };
                let rest = if without == 0 { String::new() } else { format!("; {} without a natural end", plural(without as u64, "game")) };
                let proved =
                    if ends.proved == 0 { String::new() } else { format!("; {} proved by the solver", plural(ends.proved, "result")) };
                format!(
                    "{} of {} played on to the natural end: {} misjudged{share}{rest}{proved}\n",
                    natural.len(),
                    plural(all, "adjudicated game"),
                    wrong.len()
                )
            }
        };
        out::print_prose(&text)?;
        Ok(ExitCode::SUCCESS)
    }

    /// Plays blocks of a results file again.
    fn blocks(&self, file: &Path) -> Result<ExitCode, CliError> {
        let saved = ResultsFile::read(file).map_err(CliError::input)?;
        let threads = self.threads.map_or_else(physical_cores, usize::from);
        let draw = self.drawn();
        let BlockReplay { replayed, of, left_out, different, rows } =
            replay_blocks(&saved, self.games, draw, threads).map_err(CliError::input)?;
        let names = saved.plan.experiment.cell_names();
        let contradiction = contradiction(&saved);
        let mut text = contradiction.as_ref().map_or_else(String::new, |contradiction| format!("{contradiction}\n"));
        text += &listed(different.iter().map(|(cell, tasks, stored, again)| {
            let tasks: Ranges = tasks.iter().copied().collect();
            format!("{}, tasks {tasks}: different\n  stored {stored}, now {again}\n", names[*cell])
        }));
        text += &listed(rows.iter().map(|row| {
            let lines: String = row.differences.iter().map(|difference| format!("  {difference}\n")).collect();
            let why = if row.is_sure { "" } else { "; it was edited, or written by a program that counts repeated games differently" };
            format!("{}: its row does not follow from its tasks{why}\n{lines}", names[row.cell])
        }));
        if left_out > 0 {
            let cells = plural(left_out as u64, "cell");
            text += &format!("{cells} cannot be replayed: a budget is a time, or the points of blocks were not kept from the first task\n");
        }
        let drawn = if replayed < of && replayed > 0 { format!(" (--draw {draw} repeats this choice)") } else { String::new() };
        text += &match different.len() {
            _ if replayed == 0 => format!("no task of `{}` can be replayed\n", file.display()),
            0 if rows.is_empty() => format!("{replayed} of {of} tasks replayed: identical{drawn}\n"),
            0 => format!(
                "{replayed} of {of} tasks replayed: identical, but {} not match them{drawn}\n",
                if rows.len() == 1 { "1 row does".to_owned() } else { format!("{} rows do", rows.len()) }
            ),
            _ => format!("{replayed} of {of} tasks replayed: {} different{drawn}\n", plural(different.len() as u64, "block")),
        };
        out::print_prose(&text)?;
        Ok(if different.is_empty() && contradiction.is_none() && !rows.iter().any(|row| row.is_sure) {
            ExitCode::SUCCESS
        } else {
            ExitCode::from(DIFFERENT)
        })
    }
}

/// What was removed: records of cells that had more tasks when they were looked at, or more without a result; rows of the past.
fn missing(plan: &Plan, store: &Store) -> Result<Vec<String>, StoreError> {
    let cells = plan.experiment.cell_names().into_iter().zip(store.done(plan)?.cells).zip(store.histories(plan)?);
    let gone = cells.flat_map(|((name, done), history)| {
        let count = done.count();
        let most = history.held.min(plan.experiment.games_per_cell);
        let tasks = (most > count).then(|| format!("records are missing: it had {most} tasks when it was looked at, and now has {count}"));
        let failed = history.removed.len();
        let failed = (failed > 0).then(|| format!("records without a result are missing: {failed}"));
        tasks.into_iter().chain(failed).map(move |what| format!("{name}: {what}")).collect::<Vec<_>>()
    });
    let deleted = Some(deleted_rows(store)?).filter(|deleted| *deleted > 0);
    let deleted =
        deleted.map(|rows| format!("at least {} of cells, of their histories or of hypotheses deleted by hand", plural(rows, "row")));
    Ok(gone.chain(deleted).collect())
}

/// A description of builds that played records but belong to no invocation of the run; empty if there are none, or if invocations are unknown.
fn strangers(plan: &Plan, store: &Store) -> Result<String, StoreError> {
    let invocations = invocations(store.dir())?;
    let named: BTreeSet<&str> = invocations.iter().filter_map(|entry| entry["build"]["executable"].as_str()).collect();
    let mut counts: BTreeMap<Build, u64> = BTreeMap::new();
    store.builds().of_cells(plan)?.into_iter().flatten().for_each(|(build, tasks)| *counts.entry(build).or_default() += tasks);
    let strangers = counts.iter().filter(|(build, _)| !named.is_empty() && !named.contains(build.executable.as_str()));
    Ok(strangers
        .map(|(build, tasks)| format!("{} by {build}, which {PROVENANCE} does not name: merged, or edited\n", plural(*tasks, "task")))
        .collect())
}

/// The first of these texts, and the number of the others.
fn listed(mut texts: impl ExactSizeIterator<Item = String>) -> String {
    let shown: String = texts.by_ref().take(LISTED).collect();
    if texts.len() == 0 { shown } else { format!("{shown}and {} more\n", texts.len()) }
}

/// Up to `most` finished tasks with counted budgets, drawn at random: one of every cell first, in a random order of the cells, then any.
fn drawn(plan: &Plan, done: &FinishedTasks, most: u64, draw: u64) -> BTreeSet<Task> {
    let experiment = &plan.experiment;
    let counted: Vec<bool> = experiment.cells.iter().map(|cell| !cell.is_timed).collect();
    let mut tasks: Vec<Task> = plan.tasks().filter(|task| counted[task.cell as usize] && done.contains(*task)).collect();
    let mut rng = Rng::from_seed(draw);
    for last in (1..tasks.len()).rev() {
        tasks.swap(last, rng.below(last + 1));
    }
    let mut cells = BTreeSet::new();
    let (firsts, others): (Vec<Task>, Vec<Task>) = tasks.into_iter().partition(|task| cells.insert(task.cell));
    firsts.into_iter().chain(others).take(usize::try_from(most).unwrap_or(usize::MAX)).collect()
}

fn games(text: &str) -> Result<u64, String> {
    if text == "all" {
        return Ok(u64::MAX);
    }
    text.parse().ok().filter(|&games| games > 0).ok_or_else(|| "expected a number above zero, or `all`".to_owned())
}
