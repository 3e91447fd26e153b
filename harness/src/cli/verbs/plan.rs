//! `bench plan`: shows what a run would do. It plays only a few games, to measure their cost.

pub(super) mod calibrate;
mod power;
mod shards;
mod text;

use super::Verb;
use crate::cli::args::experiment::ExperimentArgs;
use crate::cli::{CliError, out};
use crate::experiment::{AxisValue, Cell, KindRules, Probes, Role};
use crate::kinds;
use crate::plan::Plan;
use crate::probe::{ProbedExperiment, Purpose};
use crate::report::plural;
use crate::run::say;
use crate::store::{RESULTS, Store};
use calibrate::{Cost, calibrate};
use power::{CellGames, Question, needed};
use serde_json::json;
use shards::{ADVISED, ShardCount, Shards};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use text::{as_text, engines};
use treebench_stats::expected_half_width;

/// Shows what a run would do: cells, tasks, tasks already done, expected precision and time.
#[derive(clap::Args, Debug)]
#[command(after_help = "Examples:
  bench plan experiment.toml
  bench plan experiment.toml --set experiment.games-per-cell=1000
  bench plan experiment.toml --calibrate 0 --format json
  bench plan experiment.toml --shards          the shards of a cluster job")]
pub(crate) struct Args {
    #[command(flatten)]
    experiment: ExperimentArgs,
    /// Time for measuring the cost of cells, in seconds: no game starts after it; 0 measures nothing.
    #[arg(long, value_name = "SECONDS", default_value_t = 3.0)]
    calibrate: f64,
    /// The difference from an even result, in percentage points, for which the needed number of games is shown.
    #[arg(long, default_value_t = 5.0)]
    points: f64,
    /// The probability of finding it.
    #[arg(long, default_value_t = 0.8)]
    power: f64,
    /// Shows what each of N shards would play and cost; without N, of as many as `bench submit` deals.
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = ADVISED)]
    shards: Option<ShardCount>,
    /// The number of rows to print.
    #[arg(long, value_name = "N", default_value_t = 40)]
    rows: usize,
    /// The output format.
    #[arg(long, value_enum, default_value_t)]
    format: out::Format,
}

/// The estimate for a cell.
struct Line<'p> {
    cell: &'p Cell,
    /// The value that the kind itself varies.
    varied: Option<&'p AxisValue>,
    done: u32,
    cost: Option<Cost>,
    again: Option<String>,
    /// The start of its tasks, if not the start of the game.
    beginning: Option<String>,
    needed: Option<CellGames>,
}

impl Verb for Args {
    const NAME: &'static str = "plan";

    fn run(self) -> Result<ExitCode, CliError> {
        if !(0.0..=86_400.0).contains(&self.calibrate) {
            return Err(CliError::input(format!("--calibrate must be from 0 to 86400 seconds, got {}", self.calibrate)));
        }
        let open = |x: f64, most: f64| x > 0.0 && x < most;
        if !open(self.points, 50.0) || !open(self.power, 1.0) {
            return Err(CliError::input("--points must be above 0 and below 50, --power above 0 and below 1".to_owned()));
        }
        let question = Question { difference: self.points / 100.0, power: self.power };
        let ProbedExperiment { experiment, dir, estimated, absent, .. } = self.experiment.load(Purpose::Plan, Probes::default())?;
        for engine in &absent {
            say(&format!("warning: {engine}; without it, the keys of its cells are provisional and their cost is unknown"));
        }
        let plan = Plan { experiment: Arc::new(experiment) };
        let lines = lines(&plan, &dir, self.calibrate, question)?;
        let shards = self.shards.map(|count| Shards::new(&plan, &lines, count)).transpose().map_err(CliError::input)?;
        match self.format {
            out::Format::Json => {
                let mut json = as_json(&plan, &lines);
                json["budgets_estimated"] = json!(estimated);
                json["engines_absent"] = json!(absent);
                if let Some(shards) = shards {
                    json["shards"] = shards.as_json();
                }
                out::finish_json(&json)
            }
            out::Format::Text => {
                let note = if estimated {
                    "the budgets of states-as are estimates, so the keys of their cells are provisional; they are measured when the run \
                     starts\n"
                } else {
                    ""
                };
                let dealt = shards.map_or(String::new(), |shards| shards.as_text(&plan, self.rows));
                out::finish_prose(&format!("{}{note}{dealt}", as_text(&plan, &lines, &dir, self.rows, question)))
            }
        }
    }
}

fn lines<'p>(plan: &'p Plan, dir: &Path, seconds: f64, question: Question) -> Result<Vec<Line<'p>>, CliError> {
    let experiment = &plan.experiment;
    let mut done = vec![0; experiment.cells.len()];
    let mut again = vec![None; experiment.cells.len()];
    let store = dir.join(RESULTS).is_file().then(|| Store::open_read_only(dir, kinds::of(experiment).table()));
    let store = store.transpose().map_err(CliError::input)?;
    if let Some(store) = &store {
        let stored = kinds::counted(plan, None, store).map_err(CliError::input)?;
        let stored = stored.map_or_else(|| store.done(plan), Ok).map_err(CliError::input)?;
        (0..experiment.cells.len()).for_each(|cell| done[cell] = stored.cells[cell].count());
        let old = store.cells().map_err(CliError::input)?;
        // Where results choose, a cell without tasks need not be played at all.
        let is_choice = kinds::of(experiment).design(experiment).is_adaptive() && done.iter().any(|done| *done > 0);
        let old = if is_choice { Vec::new() } else { old };
        for (i, cell) in experiment.cells.iter().enumerate().filter(|&(i, _)| done[i] == 0) {
            again[i] = replay_reason(cell, &old);
        }
    }
    let costs = calibrate(plan, seconds)?;
    let needed = needed(plan, store.as_ref(), question)?;
    let rows = experiment.cells.iter().zip(done).zip(again).zip(costs).zip(needed);
    let lines = rows.map(|((((cell, done), again), cost), needed)| {
        let beginning = kinds::of(experiment).tasks().beginning(cell, experiment.games_per_cell);
        let varied = cell.axes.iter().find(|at| is_varied(experiment.kind, at.role()));
        Line { cell, varied, done, cost, again, beginning, needed }
    });
    Ok(lines.collect())
}

/// Whether a kind itself varies the setting of an axis.
fn is_varied(kind: &KindRules, role: &Role) -> bool {
    matches!(role, Role::Setting { param } if kind.varies.iter().any(|(key, _)| key == param))
}

/// The values of a cell on all axes.
fn place(cell: &Cell) -> String {
    cell.axes.iter().map(|at| format!("{} {}", at.name(), at.value)).collect::<Vec<_>>().join(", ")
}

/// The maximum number of tasks if results decide which are played; `None` if all are.
pub(super) fn chosen_tasks(plan: &Plan) -> Option<u64> {
    kinds::of(&plan.experiment).design(&plan.experiment).is_adaptive().then(|| kinds::most_tasks(plan))
}

/// The estimated processor time of the missing tasks in seconds, if the cost of every cell is known.
fn total_seconds(plan: &Plan, lines: &[Line<'_>]) -> Option<f64> {
    if let Some(games) = chosen_tasks(plan) {
        // Which cells are played is not known: the mean of their costs is taken.
        let costs: Option<f64> = lines.iter().map(|line| line.cost.map(|cost| cost.seconds)).sum();
        let done: f64 = lines.iter().map(|line| f64::from(line.done)).sum();
        return costs.map(|costs| costs / lines.len().max(1) as f64 * (games as f64 - done).max(0.0));
    }
    let games = plan.experiment.games_per_cell;
    // Under [stop], an even result takes about the longest.
    let total = |line: &Line<'_>| match (plan.experiment.stop_rule(), line.needed) {
        (Some(_), Some(needed)) => needed.even.min(f64::from(games)),
        _ => f64::from(games),
    };
    lines.iter().map(|line| Some(line.cost?.seconds * (total(line) - f64::from(line.done)).max(0.0))).sum()
}

fn as_json(plan: &Plan, lines: &[Line<'_>]) -> serde_json::Value {
    let experiment = &plan.experiment;
    let cells: Vec<_> = lines
        .iter()
        .map(|line| {
            let (seconds, measured) = (line.cost.map(|cost| cost.seconds), line.cost.map(|cost| cost.measured));
            let needed = line.needed.map(|n| json!({ "fixed": n.fixed.ceil(), "if_even": n.even.ceil(), "if_different": n.different.ceil(), "measured": n.measured }));
            json!({ "cell": place(line.cell), "games_needed": needed, "key": line.cell.key.to_string(), "done": line.done, "seconds_per_task": seconds, "measured": measured, "cost_of_other_games": line.cost.map(|cost| !cost.is_of_game), "replay_reason": line.again, "openings": line.beginning })
        })
        .collect();
    let excluded: Vec<_> = experiment
        .excluded
        .iter()
        .map(|e| json!({ "axes": e.axes.iter().map(|at| (at.name().to_owned(), at.value.clone().into())).collect::<serde_json::Map<_, _>>(), "reason": e.reason }))
        .collect();
    json!({
        "experiment": experiment.name,
        "question": experiment.metadata.question,
        "kind": experiment.kind.name,
        "seed": experiment.seed,
        "tasks_per_cell": experiment.games_per_cell,
        "tasks": kinds::most_tasks(plan),
        "expected_half_width": expected_half_width(u64::from(experiment.games_per_cell)),
        "side_differences": experiment.side_differences(),
        "processor_seconds_missing": total_seconds(plan, lines),
        "cells": cells,
        "engines": engines(plan),
        "excluded": excluded,
    })
}

/// Why a cell is played although the run directory has results: its differences from the most similar stored cell of the same game.
pub(super) fn replay_reason(cell: &Cell, stored: &[crate::store::StoredCell]) -> Option<String> {
    let now: Vec<&str> = cell.canonical.lines().collect();
    let game = now.iter().find(|line| line.starts_with("game ") || line.starts_with("rules "))?;
    let nearest = stored
        .iter()
        .filter(|old| old.key != cell.key.to_string() && old.canonical.lines().any(|line| line == *game))
        .max_by_key(|old| common(&now, &old.canonical.lines().collect::<Vec<_>>()))?;
    let changes = changes(&nearest.canonical.lines().collect::<Vec<_>>(), &now);
    let count = plural(changes.len() as u64, "difference");
    Some(format!("not stored; the most similar stored cell has {count}: {}", changes.join("; ")))
}

fn common(a: &[&str], b: &[&str]) -> usize {
    a.iter().zip(b).filter(|(x, y)| x == y).count()
}

/// The lines that differ, each once, side by side if both texts have the same number of lines, else as removed and added lines.
fn changes(old: &[&str], new: &[&str]) -> Vec<String> {
    let mut all: Vec<String> = if old.len() == new.len() {
        old.iter().zip(new).filter(|(x, y)| x != y).map(|(x, y)| format!("`{}` → `{}`", x.trim(), y.trim())).collect()
    } else {
        let gone = old.iter().filter(|line| !new.contains(line)).map(|line| format!("without `{}`", line.trim()));
        let added = new.iter().filter(|line| !old.contains(line)).map(|line| format!("with `{}`", line.trim()));
        gone.chain(added).collect()
    };
    // The budget of all agents is a line of each.
    let mut known = BTreeSet::new();
    all.retain(|change| known.insert(change.clone()));
    all
}

#[cfg(test)]
mod tests {
    use super::changes;

    #[test]
    fn the_line_that_changed_is_named() {
        assert_eq!(changes(&["seed 1", "  fpu = 0.5"], &["seed 1", "  fpu = 1.0"]), ["`fpu = 0.5` → `fpu = 1.0`"]);
        assert_eq!(changes(&["a", "b"], &["a", "b", "c"]), ["with `c`"]);
        assert_eq!(changes(&["budget 1", "b", "budget 1"], &["budget 2", "b", "budget 2"]), ["`budget 1` → `budget 2`"]);
    }
}
